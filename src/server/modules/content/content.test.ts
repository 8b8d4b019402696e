import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import { translatedLanguages } from '../../../../tests/support/languages.ts'
import { DEFAULT_CONFIG } from '../../config.ts'
import { citiesIn, readCities } from './cities.ts'
import { createContent, readIndex, readMessages } from './content.ts'

const index = readIndex()
const words = readMessages()
const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)

describe('the content', () => {
  it('exists in every translated language', () => {
    expect([...words.keys()]).toEqual(expect.arrayContaining([...translatedLanguages]))
    expect(index.items.filter(({ category }) => category === 'news').length).toBeGreaterThanOrEqual(12)
  })

  it.each([...words])(
    'has in %s only strings of the index, with their arguments and paragraphs',
    (lang, { items, contacts, messages }) => {
      const english = words.get('en')
      for (const [id, item] of Object.entries(items)) {
        expect(
          index.items.map((item) => item.id),
          `${lang} ${id}`,
        ).toContain(id)
        expect(item.title && item.summary && item.paragraphs.every(Boolean), `${lang} ${id}`).toBeTruthy()
        expect(item.paragraphs.length, `${lang} ${id}`).toBe(english?.items[id]?.paragraphs.length)
      }
      for (const id of Object.keys(contacts)) expect(index.contacts.map((contact) => contact.id)).toContain(id)
      for (const [name, { title, text }] of Object.entries(messages)) {
        const source = english?.messages[name]
        expect(Object.keys(index.messages)).toContain(name)
        expect(names(title + text)).toEqual(names((source?.title ?? '') + (source?.text ?? '')))
      }
    },
  )

  it.each([...words])('is complete in %s', (_, { items, contacts, messages }) => {
    const needed = index.items.map(({ id }) => id)
    expect(Object.keys(items)).toEqual(expect.arrayContaining(needed))
    expect(Object.keys(contacts).toSorted()).toEqual(index.contacts.map(({ id }) => id).toSorted())
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(index.messages).toSorted())
  })

  it.each([...words])('has all risks in %s', (_, { risks: { products, classes } }) => {
    expect(Object.keys(products).toSorted()).toEqual(['leveraged', 'seconds', 'spot'])
    expect(Object.keys(classes).toSorted()).toEqual(['crypto', 'forex', 'metal'])
    for (const { title, paragraphs } of Object.values(products))
      expect(title && paragraphs.length > 0 && paragraphs.every(Boolean)).toBeTruthy()
    expect(Object.values(classes).every(Boolean)).toBe(true)
  })

  it('names every city in every translated language, at a distinct place', () => {
    const cities = readCities()
    expect(cities.length).toBeGreaterThan(80)
    expect(new Set(cities.map(({ at }) => at)).size).toBe(cities.length)
    for (const { id, at, names } of cities) {
      expect(at, id).toMatch(/^-?\d{1,2}\.\d{5},-?\d{1,3}\.\d{5}$/)
      expect(Object.keys(names), id).toEqual(expect.arrayContaining([...translatedLanguages]))
    }
    for (const lang of DEFAULT_CONFIG.app.languages)
      expect(new Set(citiesIn(lang).map(({ name }) => name)).size, lang).toBe(cities.length)
    expect(citiesIn('xx')).toEqual(citiesIn('en'))
  })

  it('shows existing pictures', () => {
    for (const image of index.items.flatMap((item) => [item.image ?? [], item.imageRtl ?? []].flat()))
      expect(existsSync(new URL(`media/${image.replace('/media/', '')}`, import.meta.url)), image).toBe(true)
  })

  it('has an image with free space on the right for right-to-left text', () => {
    const content = createContent(asUnixSeconds(0))
    expect(content.article('ar', 'banner-practice')?.image).toBe('/media/banner-practice-rtl.svg')
    expect(content.article('en', 'banner-practice')?.image).toBe('/media/banner-practice.svg')
    expect(content.article('ar', 'news-calm-open')?.image).toBe('/media/news-chart.svg')
  })

  it('renders a message in the user’s language, and falls back to English', () => {
    const content = createContent(asUnixSeconds(0))
    expect(content.template('en', 'welcome', { name: '{{x}} <b>' }).title).toBe('Welcome, {{x}} <b>')
    expect(content.template('xx', 'welcome', { name: 'Ann' }).title).toBe('Welcome, Ann')
    expect(content.template('ar', 'depositCredited', { amount: '1 BTC' }).text).toContain('\u20661.00\u00a0BTC\u2069')
    expect(
      content.template('de', 'secondsLost', {
        symbol: 'BTCUSDT',
        amount: '1020.5 USDT',
        entry: '99258.08',
        exit: '99226.7',
      }),
    ).toMatchObject({
      title: 'Festzeit verloren: −1.020,50\u00a0USDT',
      text: expect.stringContaining('von 99.258,08 auf 99.226,70') as string,
    })
    expect(content.template('en', 'spotBought', { symbol: 'BTCUSDT' }).title).toBe('Limit buy filled: BTC/USDT')
    expect(
      content.template('en', 'leverStopLoss', {
        symbol: 'BTCUSDT',
        lots: '0.01',
        price: '98000.5',
        net: '-12.34567812',
        currency: 'USDT',
      }).text,
    ).toContain('After fees: −12.35 USDT')
    expect(content.template('de', 'welcome', { name: '12345' }).title).toContain('12345')
    expect(content.article('xx', 'about')?.title).toBe('About')
    expect(content.template('en', 'depositCredited', { id: 'a b', amount: '1 BTC' })).toMatchObject({
      kind: 'account',
      link: '/pages/assets/topupDetail?id=a%20b',
    })
    expect([
      content.template('en', 'welcome', { id: 'x' }).link,
      content.template('en', 'depositCredited', {}).link,
    ]).toEqual(['/pages/user/switchAccount', null])
  })

  it.each([[{ amount: '35 USDT' }], [{ amount: '35', currency: 'USDT' }]])(
    'writes the currency of the stored arguments %j',
    (stored) => {
      const content = createContent(asUnixSeconds(0))
      const params = { symbol: 'BTCUSDT', entry: '1', exit: '2', ...stored }
      expect(content.template('en', 'secondsWon', params).title).toBe('Fixed time won: +35.00\u00a0USDT')
    },
  )
})

describe('the number of a payee in a message', () => {
  it('is in groups of four characters', () => {
    const { text } = createContent(asUnixSeconds(0)).template('en', 'payeeAdded', { to: '4242424242424242' })
    expect(text).toContain('4242 4242 4242 4242')
  })
})
