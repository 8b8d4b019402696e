// @vitest-environment jsdom
import { asDecimal, isDecimal } from '../../language/values/decimal.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { get } from '../../state/store.ts'
import { readAmount } from './amount/amount.ts'
import { digitsOf } from '../../language/texts/typedText.ts'
import { loadFields } from './theme/loading.ts'
import { draw, input, press, type } from '../../../../tests/support/drawField.tsx'
import { client } from '../../../../tests/support/client.ts'

beforeAll(() => loadFields())
beforeEach(() =>
  client.language.apply('en', {
    'keypad.max': 'Max',
    'keypad.done': 'Done',
    'keypad.delete': 'Delete',
    'form.choose': 'Choose',
    'form.counter': '{{count}} of {{max}}',
  }),
)

it('password: shown and hidden again', () => {
  draw('password')
  press('form.showPassword')
  expect(input().type).toBe('text')
  press('form.hidePassword')
  expect(input().type).toBe('password')
})

it('password of digits: six, in any script, on a keyboard of digits', () => {
  const { value } = draw('password', { schema: { type: 'string', format: 'code' }, options: { inputMode: 'numeric' } })
  type('٢4x68 107')
  expect([value(), input().inputMode, input().type]).toEqual(['246810', 'numeric', 'password'])
})

it('text: takes keyboard and capitals from its options', () => {
  draw('text', { schema: { type: 'string', format: 'email' }, options: { autocomplete: 'email', inputMode: 'email' } })
  expect([input().inputMode, input().autocomplete, input().dir]).toEqual(['email', 'email', 'ltr'])
  expect(input().getAttribute('autocapitalize')).toBe('none')
})

it('email: loses the spaces around it on blur', () => {
  const { value } = draw('email', { schema: { type: 'string', format: 'email' } })
  type(' a@example.com ')
  fireEvent.blur(input())
  expect(value()).toBe('a@example.com')
})

it('code: keeps six digits of any paste', () => {
  const { value } = draw('code', { schema: { type: 'string', pattern: '^[0-9]{6}$' } })
  type('Your code: 12 34-5678')
  expect(value()).toBe('123456')
  expect([input().autocomplete, input().inputMode]).toEqual(['one-time-code', 'numeric'])
  expect(digitsOf('٤٥٦', 6)).toBe('456')
})

it('textarea: counts whole letters and takes no more than its limit', () => {
  const { value } = draw('textarea', { schema: { type: 'string', maxLength: 4 } })
  type('ab😀cde')
  expect(value()).toBe('ab😀c')
  expect(screen.getByText('4 of 4')).toBeTruthy()
})

it('textarea: without a limit of its own takes 140 letters', () => {
  const { value } = draw('textarea', { schema: { type: 'string' } })
  type('a'.repeat(150))
  expect(value()).toBe('a'.repeat(140))
})

it('checkbox: its label is its name', () => {
  const { value } = draw('checkbox', { schema: { type: 'boolean', enum: [true] } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Field' }))
  expect(value()).toBe(true)
})

it('date: a date of the calendar', () => {
  const { value } = draw('date', { schema: { type: 'string', format: 'date' }, options: { maximum: '2026-01-01' } })
  type('2001-02-03')
  expect(value()).toBe('2001-02-03')
  expect([input().type, input().max]).toEqual(['date', '2026-01-01'])
})

it('select: opens a list, takes what is chosen and gives the focus back', async () => {
  const { value } = draw('select', {
    schema: {
      type: 'string',
      oneOf: [
        { enum: ['passport'], title: 'Passport' },
        { enum: ['card'], title: 'ID card' },
      ],
    },
  })
  const button = screen.getByRole('button', { name: 'Field Choose' })
  button.focus()
  fireEvent.click(button)
  await act(
    async () =>
      void fireEvent.click(
        within(screen.getByRole('dialog', { name: 'Field' })).getByRole('radio', { name: 'ID card' }),
      ),
  )
  expect(value()).toBe('card')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Field ID card' }))
})

it('select: takes its items from the screen, or from the enum of its schema', () => {
  const choices = { it: [{ id: 'a', label: 'Alpha' }] }
  draw('select', { choices, schema: { type: 'string', enum: ['x'] } })
  press('Field Choose')
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual(['Alpha'])
  cleanup()
  draw('select', { schema: { type: 'string', enum: ['x', 'y'] } })
  press('Field Choose')
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual(['x', 'y'])
})

it('select: what is no longer offered is cleared', () => {
  const { field, value } = draw('select', {
    choices: {
      it: [
        { id: 'a', label: 'Alpha' },
        { id: 'b', label: 'Beta' },
      ],
    },
  })
  act(() => field.set('b'))
  expect(value()).toBe('b')
  act(() => field.set('gone'))
  expect(value()).toBeUndefined()
})

it('amount: offers shares of the maximum, unless its options say otherwise', () => {
  draw('amount', { schema: { type: 'string', format: 'decimal' }, bounds: { it: { maximum: asDecimal('100') } } })
  fireEvent.focus(input())
  expect(screen.getByRole('button', { name: 'Max' })).toBeDefined()
  cleanup()
  draw('amount', {
    schema: { type: 'string', format: 'decimal' },
    bounds: { it: { maximum: asDecimal('100') } },
    options: { shares: false },
  })
  fireEvent.focus(input())
  expect(screen.queryByRole('button', { name: 'Max' })).toBeNull()
})

it('country: names every country in the user’s language, that of the device first', () => {
  client.language.apply('de', { 'form.choose': 'Wählen', 'form.countryRestricted': 'Dort nicht erlaubt' })
  const { value } = draw('country', { schema: { type: 'string', format: 'country' }, excludedCountries: ['KP', 'CN'] })
  press('Field Wählen')
  const names = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))
  // ISO 3166-1 has 249 countries.
  expect(new Set(names).size).toBe(249)
  expect(names.slice(0, 3)).toEqual(['Vereinigte Staaten', 'Afghanistan', 'Ägypten'])
  const excluded = screen.getByRole<HTMLInputElement>('radio', { name: 'China' })
  expect(excluded.disabled).toBe(true)
  expect(excluded.parentElement?.textContent).toContain('Dort nicht erlaubt')
  fireEvent.click(screen.getByRole('radio', { name: 'Japan' }))
  expect(value()).toBe('JP')
})

const areaCodes = [
  { country: 'GB', code: '+44' },
  { country: 'US', code: '+1' },
  { country: 'CA', code: '+1' },
  { country: 'KP', code: '+850' },
]
const phone = () =>
  draw('phone', {
    areaCodes,
    excludedCountries: ['KP'],
    schema: { type: 'string', format: 'phone' },
    options: { country: 'GB' },
  })

it('phone: an area code and digits', async () => {
  const { value } = phone()
  type('7911 123-456')
  expect(value()).toEqual('+44 7911123456')
  press(/^form.areaCode: United Kingdom \+44/)
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'United States',
    'Canada',
    'North Korea',
    'United Kingdom',
  ])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'North Korea' }).disabled).toBe(true)
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Canada' })))
  expect(value()).toEqual('+1 7911123456')
  expect(screen.getByRole('button', { name: 'form.areaCode: Canada +1' })).toBeTruthy()
  type('')
  expect([value(), input().value]).toEqual([undefined, ''])
})

it('phone: a complete number filled in sets its area code', () => {
  const { value } = phone()
  type('+1 202 555 0123')
  expect(value()).toEqual('+1 2025550123')
  type('0044 7911 123456')
  expect(value()).toEqual('+44 7911123456')
})

describe('phone: a complete number', () => {
  const list = [
    ...areaCodes,
    { country: 'DE', code: '+49' },
    { country: 'BS', code: '+1242' },
    { country: 'RU', code: '+7' },
  ]
  const start = (country = 'DE') =>
    draw('phone', {
      areaCodes: list,
      excludedCountries: ['KP'],
      schema: { type: 'string', format: 'phone' },
      options: { country },
    })
  const numbers = [
    ['+4915112345678', '+49 15112345678'],
    ['004915112345678', '+49 15112345678'],
    ['+447911123456', '+44 7911123456'],
    ['+44 (0) 7911 123456', '+44 7911123456'],
    ['٠٠٤٤٧٩١١١٢٣٤٥٦', '+44 7911123456'],
    ['+٤٤٧٩١١١٢٣٤٥٦', '+44 7911123456'],
    ['＋447911123456', '+44 7911123456'],
    ['\u200e+447911123456', '+44 7911123456'],
    ['+12423456789', '+1242 3456789'],
    ['+12025550123', '+1 2025550123'],
    ['015112345678', '+49 15112345678'],
    ['15112345678', '+49 15112345678'],
  ] as const

  it.each(numbers)('%j typed key by key is the number %s', async (text, number) => {
    const { value } = start()
    const user = userEvent.setup()
    await user.click(input())
    await user.keyboard(text)
    expect([value(), input().value]).toEqual([number, number.split(' ')[1]])
  })

  it.each(numbers)('%j pasted is the number %s', async (text, number) => {
    const { value } = start()
    const user = userEvent.setup()
    await user.click(input())
    await user.paste(text)
    expect([value(), input().value]).toEqual([number, number.split(' ')[1]])
  })

  it.each(['+', '00', '0', '+4', '004', '+12', '+99912345678', '+85012345678'])(
    '%j stays as it is and is not accepted, while no area code fits',
    async (text) => {
      const { field } = start()
      const user = userEvent.setup()
      await user.click(input())
      await user.keyboard(text)
      fireEvent.blur(input())
      expect([input().value, get(field.error)?.key]).toEqual([text, 'form.phone'])
      await user.clear(input())
      expect(input().value).toBe('')
    },
  )

  it('sets the country of the button when its area code is there', async () => {
    start()
    const user = userEvent.setup()
    await user.click(input())
    await user.keyboard('+44')
    expect(input().value).toBe('')
    expect(screen.getByRole('button', { name: 'form.areaCode: United Kingdom +44' })).toBeTruthy()
    await user.keyboard('7911123456')
    expect(input().value).toBe('7911123456')
  })
})

it('phone: without a given list offers every area code, and drops the zero before a number that is no part of it', () => {
  const { value } = draw('phone', {
    schema: { type: 'string', format: 'phone' },
    options: { country: 'DE' },
    excludedCountries: ['CU'],
  })
  type('0151 12345678')
  expect(value()).toBe('+49 15112345678')
  type('+39 06 12345678')
  expect(value()).toBe('+39 0612345678')
  press(/^form.areaCode/)
  const names = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))
  expect(names.length).toBeGreaterThan(220)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Cuba' }).disabled).toBe(true)
})

it('phone: too few digits are wrong', () => {
  const { field } = phone()
  type('12345')
  fireEvent.blur(input())
  expect(get(field.error)?.key).toBe('form.phone')
  type('123456')
  expect(get(field.error)).toBeNull()
})

const amount = (props: Parameters<typeof draw>[1] = {}) =>
  draw('amount', { schema: { type: 'string', format: 'decimal' }, options: { decimals: 2, unit: 'USDT' }, ...props })

it('amount: the keypad types at the caret and leaves the focus in the field', async () => {
  const user = userEvent.setup()
  const { value } = amount()
  await user.click(input())
  for (const key of ['1', '2', '5']) await user.click(screen.getByRole('button', { name: key }))
  expect(document.activeElement).toBe(input())
  input().setSelectionRange(1, 1)
  await user.click(screen.getByRole('button', { name: '9' }))
  expect(value()).toBe('1925')
  expect(input().selectionStart).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(value()).toBe('125')
  expect(input().inputMode).toBe('none')
})

it('amount: a tap on the space before the digits continues behind them', async () => {
  const user = userEvent.setup()
  const { value } = amount({ initial: { it: '0.1' } })
  const tapStart = () => user.pointer({ target: input(), offset: 0, keys: '[MouseLeft]' })
  await tapStart()
  await user.click(screen.getByRole('button', { name: '5' }))
  expect(value()).toBe('0.15')
  await tapStart()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(value()).toBe('0.1')
})

it('amount: a tap before the digits continues behind them also where the field moves away under it', async () => {
  const user = userEvent.setup()
  const { value } = amount({ initial: { it: '0.1' } })
  const field = input()
  fireEvent.pointerDown(field)
  act(() => field.focus())
  field.setSelectionRange(0, 0)
  fireEvent.select(field)
  await user.click(screen.getByRole('button', { name: '5' }))
  expect(value()).toBe('0.15')
})

it('amount: a digit that is one decimal too many is left out, and said', async () => {
  const user = userEvent.setup()
  client.language.apply('en', { 'form.step': 'Use a multiple of {{step}}.' })
  const { value } = amount()
  await user.click(screen.getByRole('textbox'))
  await user.keyboard('1.25')
  expect(screen.queryByText(/multiple/)).toBeNull()
  await user.keyboard('9')
  expect(value()).toBe('1.25')
  expect(screen.getByText(/^Use a multiple of 0\.01\sUSDT\.$/)).toBeDefined()
  await user.keyboard('{Backspace}')
  expect(screen.queryByText(/multiple/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '3' }))
  await user.click(screen.getByRole('button', { name: '4' }))
  expect(screen.getByText(/^Use a multiple of 0\.01\sUSDT\.$/)).toBeDefined()
})

it('amount: offers shares of its maximum and closes when done', async () => {
  const user = userEvent.setup()
  const { value } = amount({ bounds: { it: { maximum: asDecimal('1204.50') } } })
  await user.click(input())
  await user.click(screen.getByRole('button', { name: '25%' }))
  expect(value()).toBe('301.12')
  await user.click(screen.getByRole('button', { name: 'Max' }))
  expect(value()).toBe('1204.5')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('button', { name: 'Max' })).toBeNull()
  expect(input().value).toBe('1,204.5')
})

it('amount: what it is of, and how fine it may be, can come from the screen', async () => {
  const user = userEvent.setup()
  const { value } = amount({ units: { it: 'BTC' }, bounds: { it: { step: asDecimal('0.00000001') } } })
  expect(screen.getByText('BTC')).toBeTruthy()
  expect(screen.queryByText('USDT')).toBeNull()
  await user.type(input(), '0.123456789')
  expect(value()).toBe('0.12345678')
})

it.each([
  ['de', '1.234,5', '1234.5'],
  ['fr', '1\u202f234,5', '1234.5'],
  ['en', '1,234.5', '1234.5'],
  ['ar', '١٬٢٣٤٫٥', '1234.5'],
  ['en', '１２．５', '12.5'],
])('amount: pasted in %s, %j is %s', (lang, text, plain) => {
  client.language.apply(lang, {})
  const { value } = amount()
  type(text)
  expect(value()).toBe(plain)
})

it('amount: a keyboard types it too, in the user’s digits', async () => {
  client.language.apply('de', {})
  const user = userEvent.setup()
  const { value } = amount()
  await user.type(input(), '12,3x4')
  expect(input().value).toBe('12,34')
  expect(value()).toBe('12.34')
  await user.type(input(), '5')
  expect(value()).toBe('12.34')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('group')).toBeNull()
})

it('amount: an unfinished number is no error, and is completed on blur', () => {
  const { value, field } = amount()
  fireEvent.focus(input())
  type('1')
  type('12')
  type('12.')
  expect(input().value).toBe('12.')
  expect(value()).toBe('12')
  fireEvent.blur(input())
  expect(input().value).toBe('12')
  expect(get(field.error)).toBeNull()
})

it('amount: a pasted amount may be grouped, even if one letter longer', async () => {
  const user = userEvent.setup()
  const { value } = amount()
  await user.click(input())
  type('1000')
  input().select()
  await user.paste('1,000')
  expect(value()).toBe('1000')
})

it.each([
  ['dictated', 'insertText', '65,000', '65000'],
  ['put in by the browser', 'insertReplacementText', '65,000', '65000'],
  ['put in by a program', undefined, '65,000', '65000'],
  ['dropped, with what it is of', 'insertFromDrop', '$65,000.50', '65000.50'],
  ['pasted, with what it is of', 'insertFromPaste', '65,000 USDT', '65000'],
])('amount: what is %s at once takes the place of what was there', (_, inputType, text, plain) => {
  const { value } = amount()
  fireEvent.focus(input())
  type('6500')
  type('65000')
  fireEvent.input(input(), { target: { value: text }, ...(inputType === undefined ? {} : { inputType, data: text }) })
  expect(value()).toBe(plain)
})

it('amount: fully selected on focus, it is replaced by the next input', async () => {
  const user = userEvent.setup()
  const { value } = amount({ initial: { it: '65000' } })
  expect(input().value).toBe('65,000')
  input().select()
  fireEvent.focus(input())
  expect([input().value, input().selectionStart, input().selectionEnd]).toEqual(['65000', 0, 5])
  await user.type(input(), '64000', { initialSelectionStart: 0, initialSelectionEnd: 5 })
  expect(value()).toBe('64000')
})

it('hidden: a screen value is stored, not drawn', () => {
  const { value } = draw('hidden', { initial: { it: 'BTC' } })
  expect(value()).toBe('BTC')
  expect(screen.queryByText('Field')).toBeNull()
  expect(document.querySelector('[data-field]')).toBeNull()
})

it('amount: a value from elsewhere replaces what was typed', () => {
  const { field } = amount()
  fireEvent.focus(input())
  type('5')
  act(() => field.set('70'))
  expect(input().value).toBe('70')
})

describe('amount: typed on a keyboard', () => {
  const start = async (lang: string, text: string, decimals = 2) => {
    client.language.apply(lang, {})
    const { value, field } = amount({ options: { decimals, unit: 'USDT' } })
    const user = userEvent.setup()
    await user.click(input())
    await user.keyboard(text)
    return { user, value, field }
  }

  it.each([
    ['en', '1,234.56', '1234.56'],
    ['de', '1.234,56', '1234.56'],
    ['fr', '1 234,5', '1234.5'],
    ['en', '12,345,678.9', '12345678.9'],
    ['ar', '١٬٢٣٤٫٥', '1234.5'],
    ['de', "1'234,5", '1234.5'],
    ['en', '0,5', '0.5'],
    ['de', '0.5', '0.5'],
    ['en', '12.3', '12.3'],
    ['en', '12..3', '12.3'],
    ['en', '12,.3', '12.3'],
  ])('in %s %j is %s', async (lang, text, expected) => {
    const { value } = await start(lang, text)
    expect(value()).toBe(expected)
  })

  it.each([
    ['en', '1,234', 2],
    ['de', '1.234', 2],
    ['de', '1.234', 8],
    ['en', '1,2345', 2],
    ['en', '1e5', 2],
    ['en', '-5', 2],
    ['en', '5k', 2],
    ['zh-Hans', '5万', 2],
    ['en', '1.23,5', 2],
    ['en', '1.2.3', 2],
    ['en', '1.5', 0],
  ])('in %s %j with %i decimals stays in the field and is not accepted', async (lang, text, decimals) => {
    const { value, field } = await start(lang, text, decimals)
    expect(input().value).toBe(text)
    expect(isDecimal(value())).toBe(false)
    fireEvent.blur(input())
    expect([input().value, get(field.error)?.key]).toEqual([text, 'form.number'])
  })

  it('several groups are an amount when the field is left', async () => {
    const { value } = await start('en', '1,234,567')
    fireEvent.blur(input())
    expect([value(), input().value]).toEqual(['1234567', '1234567'])
  })

  it('a refused text is corrected by deleting it, also on the keypad', async () => {
    const { user, value } = await start('en', '1,234')
    await user.keyboard('{Backspace}')
    expect(value()).toBe('1.23')
    await user.keyboard('4')
    expect(input().value).toBe('1,234')
    await user.click(screen.getByRole('button', { name: /delete/i }))
    expect(value()).toBe('1.23')
    await user.keyboard('4')
    await user.click(screen.getByRole('button', { name: 'keypad.separator' }))
    await user.click(screen.getByRole('button', { name: '5' }))
    expect(value()).toBe('1234.5')
  })

  it('a refused text is replaced by pasting', async () => {
    const { user, value } = await start('en', '1e5')
    input().select()
    await user.paste('1,234.50')
    expect(value()).toBe('1234.50')
  })

  it('a digit after the last decimal changes nothing', async () => {
    const { value } = await start('en', '1.239')
    expect([value(), input().value]).toEqual(['1.23', '1.23'])
  })
})

it.each<[string, string, string, string | null]>([
  ['1', '', 'en', '1'],
  ['1,', '1', 'en', '1.'],
  ['١٢', '١', 'ar', '12'],
  ['١٢٫٥', '', 'ar', '12.5'],
  ['1,234.56', '', 'en', '1234.56'],
  ['1.234,56', '', 'de', '1234.56'],
  ['1,234', '', 'en', '1234'],
  ['12.345', '', 'en', '12.34'],
  ['-5', '', 'en', null],
  ['1e5', '1e', 'en', null],
  ['12.345', '12.34', 'en', null],
  ['', '5', 'en', ''],
])('reads %j after %j in %s as %j', (text, before, lang, expected) => {
  expect(readAmount(text, before, lang, 2)).toBe(expected)
})

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
const choose = (file: File) =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [file] } })
/** jsdom has no object URLs. */
function urls() {
  const revoke = vi.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: revoke })
  return revoke
}

it('number: is typed and shown in the format of the language', () => {
  client.language.apply('de', {})
  const { value, field } = draw('number', { schema: { type: 'number', maximum: 10 } })
  type('1,5')
  expect([value(), input().value, input().inputMode]).toEqual([1.5, '1,5', 'decimal'])
  act(() => field.set(1234.5))
  expect(input().value).toBe('1.234,5')
  type('viel')
  fireEvent.blur(input())
  expect([value(), get(field.error)?.key]).toEqual(['viel', 'form.number'])
})

it('image: shows what was chosen, and can be removed', async () => {
  const revoke = urls()
  const { value } = draw('image')
  const file = new File([PNG], 'front.png', { type: 'image/png' })
  choose(file)
  await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:picture'))
  expect(value()).toBe(file)
  press('Field: form.removeImage')
  expect(value()).toBeUndefined()
  expect(document.querySelector('img')).toBeNull()
  expect(revoke).toHaveBeenCalledWith('blob:picture')
})

it('image: checks the content, not the name', async () => {
  urls()
  const { value, field } = draw('image')
  choose(new File(['<svg onload=alert(1)>'], 'front.png', { type: 'image/png' }))
  await waitFor(() => expect(get(field.error)?.key).toBe('form.fileType'))
  expect(value()).toBeUndefined()
})

it('image: names the least size of a picture that is smaller', async () => {
  urls()
  const close = vi.fn()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 2_000, height: 60, close }))
  const { value, field } = draw('image')
  choose(new File([PNG], 'front.png', { type: 'image/png' }))
  await waitFor(() => expect(get(field.error)?.key).toBe('error.pictureTooSmall'))
  expect(value()).toBeUndefined()
  expect(close).toHaveBeenCalled()
})

it('image: shows its limits before a file is chosen', () => {
  client.language.apply('fr', { 'form.fileScaled': '{{types}} {{max}}' })
  draw('image', { options: { maxBytes: 2_097_152 } })
  expect(screen.getByText('JPEG, PNG, WebP 2 Mo')).toBeTruthy()
})

it('chips: one that cannot be chosen for now is shown, and cleared where it was chosen', () => {
  const { field, value } = draw('chips', {
    choices: {
      it: [
        { id: '30', label: '30 s', hint: 'Too late', disabled: true },
        { id: '60', label: '1 min' },
      ],
    },
  })
  expect(value()).toBeUndefined()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^30 s/ }).disabled).toBe(true)
  act(() => field.set('30'))
  expect(value()).toBeUndefined()
  act(() => field.set('60'))
  expect(value()).toBe('60')
})

it('chips: the choices of the screen side by side, none of them at first', () => {
  const { value } = draw('chips', {
    choices: {
      it: [
        { id: '30', label: '30 s', hint: '+65%' },
        { id: '60', label: '1 min' },
      ],
    },
  })
  expect(value()).toBeUndefined()
  expect(screen.getByRole('radiogroup', { name: 'Field' })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: '1 min' }))
  expect(value()).toBe('60')
})
