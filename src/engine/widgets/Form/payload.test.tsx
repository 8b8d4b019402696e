// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import texts from '../../../../locales/en.json'
import { box, object, press, send, sent, setUp, text, type } from '../../../../tests/support/drawForm.tsx'
import type { Json, Shape } from '../../language/expressions/program.ts'
import { loadFields } from './theme/loading.ts'
import { client } from '../../../../tests/support/client.ts'

beforeAll(() => loadFields())
beforeEach(() => client.language.apply('en', texts))

const name = text('Name')
const list = (items: Json, more: Shape = {}): Shape => ({ type: 'array', title: 'Rows', maxItems: 5, items, ...more })
const items = () => screen.queryAllByRole('group', { name: /^Item \d/ })

describe('an optional value in which nothing is entered is not sent', () => {
  const address = object({ city: text('City'), zip: text('Zip') }, ['city'], { title: 'Address' })

  it('an object', async () => {
    const { onSubmit } = setUp(object({ name, address }, ['name']))
    type('Name', 'n')
    type('Zip', '1')
    type('Zip', '')
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n' })
  })

  it('a field with a default, which stays empty', async () => {
    const number: Shape = { type: 'number', title: 'Number', default: 1.5 }
    const note = text('Note', { default: 'gone' })
    const { onSubmit } = setUp(
      object({ name, note, number, more: object({ note: text('Deep', { default: 'deep' }) }) }, ['name']),
    )
    type('Name', 'n')
    for (const label of ['Note', 'Number', 'Deep']) {
      type(label, '')
      fireEvent.blur(box(label))
    }
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n' })
    expect(['Note', 'Number', 'Deep'].map((label) => box(label).value)).toEqual(['', '', ''])
  })

  it('a field with a default of an item, beside an item in which nothing is entered', async () => {
    const item = object({ name, note: text('Note', { default: 'gone' }) })
    const { onSubmit } = setUp(
      object({ rows: list(item) }),
      {},
      { initial: { rows: [{ note: '' }, { name: 'b', note: 'x' }] } },
    )
    const [, last] = screen.getAllByLabelText<HTMLInputElement>(/^Note/)
    await act(async () => void (last && fireEvent.change(last, { target: { value: '' } })))
    await send()
    expect(sent(onSubmit)).toEqual({ rows: [{ name: 'b' }] })
  })

  it('an object whose required field was left with a value: its error disappears with the value', async () => {
    setUp(object({ name, address }, ['name']))
    type('City', 'R')
    fireEvent.blur(box('City'))
    type('City', '')
    expect(box('City').getAttribute('aria-invalid')).toBeNull()
    type('Zip', '1')
    expect(box('City').getAttribute('aria-invalid')).toBe('true')
  })

  it('an object that is required keeps its errors', async () => {
    const { onSubmit } = setUp(object({ name, address }, ['name', 'address']))
    type('Name', 'n')
    type('Zip', '1')
    type('Zip', '')
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box('City'))
  })

  it('an object within an object', async () => {
    const { onSubmit } = setUp(
      object({ name, outer: object({ note: text('Note'), address }, [], { title: 'Outer' }) }, ['name']),
    )
    type('Name', 'n')
    type('City', 'R')
    type('City', '')
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n' })
  })

  it('an object within an item of a list', async () => {
    const { onSubmit } = setUp(object({ rows: list(object({ name, address }, ['name'])) }))
    await press('Add item')
    type('Name', 'n')
    type('Zip', '1')
    type('Zip', '')
    await send()
    expect(sent(onSubmit)).toEqual({ rows: [{ name: 'n' }] })
  })

  it('an object with a box that was ticked by mistake', async () => {
    const { onSubmit } = setUp(
      object({ name, more: object({ note: text('Note'), urgent: { type: 'boolean', title: 'Urgent' } }, ['note']) }, [
        'name',
      ]),
    )
    type('Name', 'n')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Urgent' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Urgent' }))
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n' })
  })

  it('an object of which the user unticks a box that is ticked by default is sent', async () => {
    const { onSubmit } = setUp(object({ more: object({ news: { type: 'boolean', title: 'News', default: true } }) }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'News' }))
    await send()
    expect(sent(onSubmit)).toEqual({ more: { news: false } })
  })

  it('a list with a minimum', async () => {
    const { onSubmit } = setUp(object({ name, tags: list(text('Tag'), { minItems: 2 }) }, ['name']))
    expect(screen.queryByLabelText(/^Tag/)).toBeNull()
    type('Name', 'n')
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n' })
  })

  it('a list with a minimum, once it has an item, asks for the others', async () => {
    const { onSubmit } = setUp(object({ name, tags: list(text('Tag'), { minItems: 2 }) }, ['name']))
    type('Name', 'n')
    await press('Add item')
    type('Tag', 'a')
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(screen.getByText('Add at least 2 items.')).toBeTruthy()
    await press('Remove')
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n' })
  })

  it('items of a list', async () => {
    const { onSubmit } = setUp(
      object({ tags: list(text('Tag')), rows: list(object({ name }, ['name']), { title: 'More' }) }),
    )
    const group = (of: string) => screen.getByRole('group', { name: of })
    await press('Add item', group('Rows'))
    await press('Add item', group('Rows'))
    fireEvent.change(screen.getAllByLabelText(/^Tag/)[0] as HTMLElement, { target: { value: 'a' } })
    fireEvent.change(screen.getAllByLabelText(/^Tag/)[1] as HTMLElement, { target: { value: 'b' } })
    fireEvent.change(screen.getAllByLabelText(/^Tag/)[0] as HTMLElement, { target: { value: '' } })
    await press('Add item', group('More'))
    type('Name', 'x')
    type('Name', '')
    await send()
    expect(sent(onSubmit)).toEqual({ tags: ['b'] })
  })

  it('a tuple, whose other items keep their positions', async () => {
    const pair = list([text('Word'), { type: 'boolean', title: 'Agreed' }], { title: 'Pair', maxItems: 2 })
    const { onSubmit } = setUp(object({ name, pair }, ['name']))
    type('Name', 'n')
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n' })
  })

  it('a value of a map', async () => {
    const { onSubmit } = setUp(
      object({
        more: {
          type: 'object',
          title: 'More',
          maxProperties: 3,
          additionalProperties: text('Value', { minLength: 2 }),
        },
      }),
      {},
      { initial: { more: { a: 'xx' } } },
    )
    await act(async () => undefined)
    type('a', '')
    await send()
    expect(sent(onSubmit)).toEqual({})
  })

  it('an alternative', async () => {
    const card = object({ is: { type: 'string', const: 'card' }, number: text('Number') }, ['is', 'number'], {
      title: 'tab.home',
    })
    const cash = object({ is: { type: 'string', const: 'cash' } }, ['is'], { title: 'tab.market' })
    const { onSubmit } = setUp(object({ name, pay: { title: 'Pay', oneOf: [card, cash] } }, ['name']), {
      pay: { is: { 'ui:widget': 'hidden' } },
    })
    type('Name', 'n')
    type('Number', '1')
    type('Number', '')
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n' })
    type('Number', '2')
    await act(async () => void (await new Promise((done) => setTimeout(done, 700))))
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n', pay: { is: 'card', number: '2' } })
  })
})

describe('null among the choices', () => {
  const plan = { type: ['string', 'null'], title: 'Plan', enum: ['day', null] }
  const ui = (widget: string) => ({ plan: { 'ui:widget': widget, 'ui:enumNames': ['tab.home', 'tab.market'] } })

  it.each(['radio', 'chips'])('is chosen and sent: %s', async (widget) => {
    const { onSubmit } = setUp(object({ plan }, ['plan']), ui(widget))
    fireEvent.click(screen.getByRole('radio', { name: texts['tab.market'] }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: texts['tab.market'] }).checked).toBe(true)
    await send()
    expect(sent(onSubmit)).toEqual({ plan: null })
  })

  it('is chosen and sent: select', async () => {
    const { onSubmit } = setUp(object({ plan }, ['plan']), ui('select'))
    await press(/^Plan/)
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: texts['tab.market'] })))
    expect(screen.getByRole('button', { name: new RegExp(texts['tab.market']) })).toBeTruthy()
    await send()
    expect(sent(onSubmit)).toEqual({ plan: null })
  })

  it('is chosen and sent: titles', async () => {
    const choice = {
      title: 'Plan',
      oneOf: [
        { const: 'null', title: 'tab.home' },
        { const: null, title: 'tab.market' },
      ],
    }
    const { onSubmit } = setUp(object({ plan: choice }, ['plan']), { plan: { 'ui:widget': 'radio' } })
    fireEvent.click(screen.getByRole('radio', { name: texts['tab.home'] }))
    fireEvent.click(screen.getByRole('radio', { name: texts['tab.market'] }))
    await send()
    expect(sent(onSubmit)).toEqual({ plan: null })
  })

  it('is chosen and sent: boxes', async () => {
    const { onSubmit } = setUp(
      object({ plans: list({ type: ['string', 'null'], enum: ['day', null] }, { uniqueItems: true }) }),
      { plans: { 'ui:enumNames': ['tab.home', 'tab.market'] } },
    )
    fireEvent.click(screen.getByRole('checkbox', { name: texts['tab.market'] }))
    await send()
    expect(sent(onSubmit)).toEqual({ plans: [null] })
  })

  it('is chosen and sent: an alternative', async () => {
    const { onSubmit } = setUp(
      object(
        {
          limit: {
            title: 'Limit',
            oneOf: [
              { type: 'null', title: 'tab.home' },
              { type: 'string', title: 'tab.market' },
            ],
          },
        },
        ['limit'],
      ),
    )
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    await press(/^Limit/)
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: texts['tab.home'] })))
    await send()
    expect(sent(onSubmit)).toEqual({ limit: null })
  })

  it('is not what an untouched field has', async () => {
    const { onSubmit } = setUp(object({ plan }), ui('radio'))
    await send()
    expect(sent(onSubmit)).toEqual({})
  })
})

describe('nothing is chosen for the user', () => {
  const terms: Shape = { type: 'boolean', title: 'Terms', enum: [true] }
  const ticked = (of: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: of }).checked

  it('consent, where a dependency adds a field', async () => {
    const { onSubmit } = setUp(
      object({ name, newsletter: { type: 'boolean', title: 'News' }, terms }, ['name', 'terms'], {
        dependencies: {
          newsletter: {
            oneOf: [
              { properties: { newsletter: { enum: [false] } } },
              { properties: { newsletter: { enum: [true] }, frequency: text('Frequency') }, required: ['frequency'] },
            ],
          },
        },
      }),
    )
    fireEvent.click(screen.getByRole('checkbox', { name: 'News' }))
    await act(async () => undefined)
    expect(box('Frequency')).toBeTruthy()
    expect(ticked('Terms')).toBe(false)
    type('Name', 'n')
    type('Frequency', 'daily')
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(screen.getByText(texts['form.mustAccept'])).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Terms' }))
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'n', newsletter: true, frequency: 'daily', terms: true })
  })

  it('consent that was withdrawn, where a condition changes', async () => {
    setUp(
      object({ kind: text('Kind'), terms }, ['terms'], {
        if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
        ['then']: { properties: { note: text('Note') } },
        else: { properties: { other: text('Other') } },
      }),
    )
    fireEvent.click(screen.getByRole('checkbox', { name: 'Terms' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Terms' }))
    type('Kind', 'x')
    await act(async () => undefined)
    expect(box('Note')).toBeTruthy()
    expect(ticked('Terms')).toBe(false)
  })

  it('consent and a constant of a condition', async () => {
    const { onSubmit } = setUp(
      object({ kind: text('Kind') }, [], {
        if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
        ['then']: {
          properties: {
            agreed: { type: 'boolean', title: 'Agreed', const: true },
            fee: { type: 'string', title: 'Fee', const: '5' },
          },
        },
      }),
    )
    type('Kind', 'x')
    await act(async () => undefined)
    expect(ticked('Agreed')).toBe(false)
    expect(screen.getByRole('button', { name: /^Fee.*Choose$/ })).toBeTruthy()
    await send()
    expect(sent(onSubmit)).toEqual({ kind: 'x' })
  })

  it('consent in an item that is added to a list', async () => {
    const { onSubmit } = setUp(
      object({
        rows: list(object({ name, terms, sure: { type: 'boolean', title: 'Sure', const: true } }, ['name', 'terms'])),
      }),
    )
    await press('Add item')
    expect([ticked('Terms'), ticked('Sure')]).toEqual([false, false])
    type('Name', 'n')
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('consent and an amount of an alternative that was chosen: its discriminator only', async () => {
    const way = (is: string, title: string) =>
      object(
        {
          is: { type: 'string', const: is },
          amount: { type: 'string', title: 'Amount', const: '100' },
          terms,
          note: text('Note'),
        },
        ['is', 'terms'],
        { title },
      )
    const { onSubmit } = setUp(
      object({ pay: { title: 'Pay', oneOf: [way('a', 'tab.home'), way('b', 'tab.market')] } }, ['pay']),
      {
        pay: { is: { 'ui:widget': 'hidden' } },
      },
    )
    await press(/^Pay/)
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: texts['tab.market'] })))
    expect(ticked('Terms')).toBe(false)
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Terms' }))
    await send()
    expect(sent(onSubmit)).toEqual({ pay: { is: 'b', terms: true } })
  })

  it('an alternative without a field of its own', async () => {
    const way = (is: string, title: string) => object({ is: { type: 'string', const: is } }, ['is'], { title })
    const { onSubmit } = setUp(
      object({ pay: { title: 'Pay', oneOf: [way('a', 'tab.home'), way('b', 'tab.market')] } }, ['pay']),
      {
        pay: { is: { 'ui:widget': 'hidden' } },
      },
    )
    expect(screen.getByRole('button', { name: `Pay ${texts['form.choose']}` })).toBeTruthy()
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    await press(/^Pay/)
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: texts['tab.home'] })))
    await send()
    expect(sent(onSubmit)).toEqual({ pay: { is: 'a' } })
  })

  it('an answer of a required question', async () => {
    const { onSubmit } = setUp(
      object({ us: { type: 'boolean', title: 'US' }, sure: { type: 'boolean', title: 'Sure' } }, ['us', 'sure']),
      {
        us: { 'ui:widget': 'radio' },
      },
    )
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    fireEvent.click(within(screen.getByRole('radiogroup', { name: /^US/ })).getByRole('radio', { name: 'No' }))
    await send()
    // A box that is not ticked says no.
    expect(sent(onSubmit)).toEqual({ us: false, sure: false })
  })

  it('one of several chips, nor the first in the place of one that is no longer offered', async () => {
    const offer = (ids: string[]) => ({ choices: { term: ids.map((id) => ({ id, label: id })) } })
    const schema = object({ term: text('Term') }, ['term'])
    const { state, onSubmit } = setUp(schema, { term: { 'ui:widget': 'chips' } }, offer(['30', '60']))
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    act(() => state.setValues({ term: '90' }))
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, false])
    expect(state.data()).toEqual({})
  })

  it('a constant that cannot be edited is a default', async () => {
    const { onSubmit } = setUp(
      object({
        version: { type: 'string', title: 'Version', const: 'v2' },
        hidden: { type: 'string', const: 'h' },
        agreed: { type: 'boolean', const: true },
      }),
      { version: { 'ui:readonly': true }, hidden: { 'ui:widget': 'hidden' }, agreed: { 'ui:widget': 'hidden' } },
    )
    await send()
    expect(sent(onSubmit)).toEqual({ version: 'v2', hidden: 'h' })
  })
})

it('the items of a list that is required begin with its minimum', () => {
  setUp(object({ rows: list(object({ name }, ['name']), { minItems: 2 }) }, ['rows']))
  expect(items()).toHaveLength(2)
})
