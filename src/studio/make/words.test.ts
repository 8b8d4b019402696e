import { expect, it } from 'vitest'
import { camelCase } from './words.ts'

it.each([
  ['My transfers, today', 'myTransfersToday'],
  ['InterestTreasure', 'interestTreasure'],
  ['order-detail', 'orderDetail'],
  ['My ID', 'myId'],
  ['QR code', 'qrCode'],
  ['It’s {{amount}} done', 'itsDone'],
  ['Entrée', 'entree'],
  ['Amounts above 1 000', 'amountsAbove1000'],
  ['2 days', 'days'],
  ['取款', ''],
  ['', ''],
])('the name made of "%s" is "%s"', (words, name) => expect(camelCase(words)).toBe(name))

it('is made of the first words where there is a limit', () => {
  expect(camelCase('Gifts of my friends and family', 4)).toBe('giftsOfMyFriends')
})
