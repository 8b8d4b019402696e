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

/** Calls in which a user chooses a password. */
const CHOSEN_PASSWORDS = ['safe/update_password', 'user/addressreg', 'user/forget', 'user/register']

test('a password that is chosen has its length, another one proves an existing password or is six digits', () => {
  const fields = contract.flatMap((file, index) =>
    Object.entries(payloads[index] ?? {}).flatMap(([name, { format, minLength, maxLength }]) =>
      /password$/i.test(name)
        ? [{ field: `${file.slice(0, -'.json'.length)} ${name}`, bounds: format ?? [minLength, maxLength] }]
        : [],
    ),
  )
  const isChosen = (field: string) => CHOSEN_PASSWORDS.map((call) => `${call} password`).includes(field)
  expect(fields.filter(({ field }) => isChosen(field)).map(({ bounds }) => bounds)).toEqual(
    CHOSEN_PASSWORDS.map(() => [PASSWORD_LENGTH.min, PASSWORD_LENGTH.max]),
  )
  const others = fields.filter(({ field }) => !isChosen(field))
  expect(others.length).toBeGreaterThan(5)
  expect(new Set(others.map(({ bounds }) => JSON.stringify(bounds)))).toEqual(new Set(['[1,64]', '"code"']))
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
