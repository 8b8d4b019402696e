import { expect, test } from 'vitest'
import type { CallDef } from '../language/expressions/program.ts'
import { buildRequest } from './request.ts'

const def: CallDef = { method: 'POST', auth: true, effect: 'read', data: {} }

test.each([
  ['/api/', '/api/wallet/list'],
  ['/api', '/api/wallet/list'],
  ['https://api.example/v1', 'https://api.example/v1/wallet/list'],
  ['https://api.example/v1/', 'https://api.example/v1/wallet/list'],
])('calls are below %s, with or without its trailing slash', (base, expected) => {
  expect(buildRequest('wallet/list', def, {}, { base, lang: 'en', token: null, idempotencyKey: undefined }).url).toBe(
    expected,
  )
})
