import { expect, test } from 'vitest'
import { queryNameOf, withQuery } from './screenData.ts'

test('data is named after its call, with a number when the name is taken', () => {
  expect(queryNameOf('wallet/out_info', [])).toBe('outInfo')
  expect(queryNameOf('wallet/transfers', ['transfers'])).toBe('transfers2')
})

test('data of a user lets in only those who have logged in', () => {
  const screen = JSON.parse(withQuery('{ "id": "a" }', 'wallet/transfers', true)) as unknown
  expect(screen).toEqual({ id: 'a', queries: { transfers: { call: 'wallet/transfers' } }, access: ['login'] })
})

test('public data changes nothing else', () => {
  expect(JSON.parse(withQuery('{ "access": ["verified"] }', 'market/list', false))).toEqual({
    access: ['verified'],
    queries: { list: { call: 'market/list' } },
  })
})
