import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CODE_DIGITS,
  CODE_RESEND_SECONDS,
  DEFAULT_LANGUAGE,
  DOWNLOAD_TIMEOUT_MS,
  LOADING_DELAY_MS,
  MESSAGE_MS,
  PAGE_TIMEOUT_MS,
  PASSWORD_LENGTH,
  PHONE_MIN_DIGITS,
  REQUEST_TIMEOUT_MS,
  ROUTER_BASE,
  SOCKET_RECONNECT_MAX_MS,
  SOCKET_RECONNECT_MS,
  SOCKET_TIMEOUT_MS,
  TEXTAREA_LENGTH,
  THROTTLE_MS,
  TOAST_MS,
  UPLOAD_TIMEOUT_MS,
} from './constants.ts'
import { formats, patterns } from './schemaFormats.ts'

const root = join(import.meta.dirname, '../..')
const contract = readdirSync(join(root, 'schemas/api'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.json'),
)
type Json = Record<string, unknown>
const payloads = contract.map(
  (file) =>
    (
      JSON.parse(readFileSync(join(root, 'schemas/api', file), 'utf8')) as {
        payload: { properties?: Record<string, Json> }
      }
    ).payload.properties ?? {},
)

test('are as the product’s owner has specified', () => {
  expect([REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS, DOWNLOAD_TIMEOUT_MS, PAGE_TIMEOUT_MS]).toEqual([
    60_000, 60_000, 60_000, 60_000,
  ])
  expect([LOADING_DELAY_MS, TOAST_MS, MESSAGE_MS, THROTTLE_MS, TEXTAREA_LENGTH]).toEqual([200, 2_000, 3_000, 500, 140])
  expect([SOCKET_RECONNECT_MS, SOCKET_RECONNECT_MAX_MS, SOCKET_TIMEOUT_MS]).toEqual([1_000, 5_000, 20_000])
  expect([ROUTER_BASE, DEFAULT_LANGUAGE, CODE_DIGITS, CODE_RESEND_SECONDS]).toEqual(['/h5/', 'en', 6, 60])
})

test('passwords of the contract have their length', () => {
  const lengths = payloads.flatMap((fields) =>
    Object.entries(fields)
      .filter(
        ([name, { minLength }]) =>
          /^(new)?password$/i.test(name) && minLength !== undefined && minLength !== CODE_DIGITS,
      )
      .concat(Object.entries(fields).filter(([name]) => name === 'password')),
  )
  const bounded = lengths
    .map(([, { minLength, maxLength }]) => ({ min: minLength, max: maxLength }))
    .filter(({ max }) => max === PASSWORD_LENGTH.max)
  expect(bounded.length).toBeGreaterThan(1)
  for (const one of bounded) expect(one).toEqual(PASSWORD_LENGTH)
})

test('a telephone number and a code have their digits', () => {
  const digits = (count: number) => '1234567890'.slice(0, count)
  expect([
    formats.phone?.(`+49 ${digits(PHONE_MIN_DIGITS)}`),
    formats.phone?.(`+49 ${digits(PHONE_MIN_DIGITS - 1)}`),
  ]).toEqual([true, false])
  expect([
    patterns.code?.test(digits(CODE_DIGITS)),
    patterns.code?.test(digits(CODE_DIGITS - 1)),
    patterns.code?.test(digits(CODE_DIGITS + 1)),
  ]).toEqual([true, false, false])
})

test('the tab bar has five tabs', () => {
  expect((JSON.parse(readFileSync(join(root, 'screens/shell.json'), 'utf8')) as { tabs: unknown[] }).tabs).toHaveLength(
    5,
  )
})
