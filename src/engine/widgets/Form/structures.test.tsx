// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import texts from '../../../../locales/en.json'
import german from '../../../../locales/de.json'
import { box, object, press, send, sent, setUp, text, type } from '../../../../tests/support/drawForm.tsx'
import { loadFields } from './theme/loading.ts'
import { client } from '../../../../tests/support/client.ts'

beforeAll(() => loadFields())
beforeEach(() => client.language.apply('en', texts))

describe('an object within the form', () => {
  const schema = object(
    {
      name: text('Name'),
      address: object({ city: text('City', { minLength: 2 }), zip: text('Zip') }, ['city'], {
        title: 'Address',
        description: 'Where it goes',
      }),
    },
    ['name', 'address'],
  )

  it('is a group with its title, and is sent as an object', async () => {
    const { onSubmit } = setUp(schema)
    const group = screen.getByRole('group', { name: 'Address' })
    expect(within(group).getByText('Where it goes')).toBeTruthy()
    type('Name', 'Ada')
    type('City', 'Rome', group)
    await send()
    expect(sent(onSubmit)).toEqual({ name: 'Ada', address: { city: 'Rome' } })
  })

  it('shows what is wrong within it, and takes the focus there', async () => {
    const { onSubmit } = setUp(schema)
    type('Name', 'Ada')
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box('City'))
    expect(box('City').getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(box('City').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      texts['form.required'],
    )
  })

  it('shows a refusal of the server within it', async () => {
    const refusal = { ok: false, failure: { code: 'wrongPassword', message: 'x', params: { field: 'address.city' } } }
    setUp(schema, {}, { onSubmit: () => Promise.resolve(refusal) as unknown as Promise<void> })
    type('Name', 'Ada')
    type('City', 'Rome')
    await send()
    expect(document.activeElement).toBe(box('City'))
    expect(box('City').getAttribute('aria-invalid')).toBe('true')
    type('City', 'Oslo')
    expect(box('City').getAttribute('aria-invalid')).toBeNull()
  })

  it('shows its own errors', async () => {
    setUp(
      object(
        { address: object({ city: text('City'), zip: text('Zip') }, [], { title: 'Address', minProperties: 1 }) },
        ['address'],
      ),
    )
    await send()
    expect(screen.getByText(texts['form.invalid'])).toBeTruthy()
    expect(document.activeElement).toBe(box('City'))
  })
})

describe('a list', () => {
  const schema = object(
    {
      rows: {
        type: 'array',
        title: 'Rows',
        minItems: 1,
        maxItems: 3,
        items: object({ name: text('Name', { maxLength: 5 }), note: text('Note') }, ['name']),
      },
    },
    ['rows'],
  )
  const groups = () => screen.getAllByRole('group', { name: /^Item / })

  it('gets items, that are named and filled in, moved and removed', async () => {
    const { onSubmit } = setUp(
      object({ rows: { type: 'array', title: 'Rows', maxItems: 3, items: object({ name: text('Name') }, ['name']) } }),
    )
    expect(screen.getByText(texts['form.library.EmptyArray'])).toBeTruthy()
    await press('Add item')
    await press('Add item')
    expect(groups().map((group) => group.getAttribute('aria-labelledby')).length).toBe(2)
    type('Name', 'one', groups()[0])
    type('Name', 'two', groups()[1])
    await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Move down' })[0] as HTMLElement))
    expect(groups().map((group) => box('Name', group).value)).toEqual(['two', 'one'])
    await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Remove' })[0] as HTMLElement))
    await send()
    expect(sent(onSubmit)).toEqual({ rows: [{ name: 'one' }] })
  })

  it('accepts at most its maximum', async () => {
    setUp(schema)
    for (const _ of [1, 2]) await press('Add item')
    expect(groups()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Add item' })).toBeNull()
  })

  it('shows an error at its item', async () => {
    const { onSubmit } = setUp(schema)
    await press('Add item')
    type('Name', 'one', groups()[0])
    type('Note', 'of the second', groups()[1])
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box('Name', groups()[1] as HTMLElement))
    type('Name', 'two', groups()[1])
    await send()
    expect(sent(onSubmit)).toEqual({ rows: [{ name: 'one' }, { name: 'two', note: 'of the second' }] })
  })

  it('says that it needs items', async () => {
    const { onSubmit } = setUp(
      object({ tags: { type: 'array', title: 'Tags', maxItems: 3, minItems: 2, items: text('Tag') } }, ['tags']),
      {},
      { initial: { tags: ['a'] } },
    )
    await act(async () => undefined)
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(document.body.textContent).toMatch(/This field is required|Add at least 2 items/)
  })

  it('of texts names its items in the user’s language', async () => {
    client.language.apply('de', german)
    const { onSubmit } = setUp(
      object({ tags: { type: 'array', title: 'Tags', maxItems: 3, items: { type: 'string' } } }),
    )
    await press('Eintrag hinzufügen')
    type('Eintrag 1', 'a')
    await send()
    expect(sent(onSubmit)).toEqual({ tags: ['a'] })
    act(() => client.language.apply('en', texts))
    expect(box('Item 1').value).toBe('a')
    expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy()
  })

  it('to choose from is a group of boxes, without repetition', async () => {
    const { onSubmit } = setUp(
      object({
        tags: {
          type: 'array',
          title: 'Tags',
          maxItems: 2,
          uniqueItems: true,
          items: { type: 'string', enum: ['a', 'b'] },
        },
      }),
      { tags: { 'ui:enumNames': ['tab.home', 'tab.market'] } },
    )
    const group = screen.getByRole('group', { name: /^Tags/ })
    fireEvent.click(within(group).getByRole('checkbox', { name: texts['tab.market'] }))
    await send()
    expect(sent(onSubmit)).toEqual({ tags: ['b'] })
  })
})

describe('conditions', () => {
  async function choice(name: string) {
    await press(/^Kind/)
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name })))
  }

  it('if, then and else add fields that are checked and sent under the condition', async () => {
    const { onSubmit } = setUp(
      object({ kind: { type: 'string', title: 'Kind', enum: ['card', 'cash'] } }, ['kind'], {
        if: { properties: { kind: { const: 'card' } }, required: ['kind'] },
        then: { properties: { number: text('Number', { minLength: 4 }) }, required: ['number'] },
        else: { properties: { note: text('Note') } },
      }),
    )
    expect(screen.queryByLabelText('Number')).toBeNull()
    await choice('card')
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box('Number'))
    type('Number', '1234')
    await send()
    expect(sent(onSubmit)).toEqual({ kind: 'card', number: '1234' })
    await choice('cash')
    expect(screen.queryByLabelText('Number')).toBeNull()
    expect(box('Note')).toBeTruthy()
    type('Note', 'thanks')
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    await send()
    vi.restoreAllMocks()
    expect(sent(onSubmit)).toEqual({ kind: 'cash', note: 'thanks' })
  })

  it('a dependency adds the fields of its branch', async () => {
    setUp(
      object({ kind: { type: 'string', title: 'Kind', enum: ['none', 'one'] } }, ['kind'], {
        dependencies: {
          kind: {
            oneOf: [
              { properties: { kind: { enum: ['none'] } } },
              { properties: { kind: { enum: ['one'] }, name: text('Name') }, required: ['name'] },
            ],
          },
        },
      }),
    )
    await choice('one')
    expect(box('Name').required).toBe(true)
    await choice('none')
    expect(screen.queryByLabelText('Name')).toBeNull()
  })
})

describe('alternatives', () => {
  const card = object({ is: { const: 'card' }, number: text('Number', { minLength: 4 }) }, ['is', 'number'], {
    title: 'tab.home',
  })
  const wallet = object({ is: { const: 'wallet' }, to: { $ref: '#/definitions/target' } }, ['is', 'to'], {
    title: 'tab.market',
  })
  const schema = object({ pay: { title: 'Pay', oneOf: [card, wallet] } }, ['pay'], {
    definitions: { target: object({ address: text('Address') }, ['address'], { title: 'Target' }) },
  })
  const hidden = { pay: { is: { 'ui:widget': 'hidden' } } }

  it('are chosen from a list that names them in the user’s language, and checked by the one that is chosen', async () => {
    const { onSubmit } = setUp(schema, hidden)
    await press(/^Pay/)
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      texts['tab.home'],
      texts['tab.market'],
    ])
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: texts['tab.market'] })))
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box('Address'))
    type('Address', 'x')
    await send()
    expect(sent(onSubmit)).toEqual({ pay: { is: 'wallet', to: { address: 'x' } } })
  })
})

it('alternatives of which none is chosen have one error, which is read with their list', async () => {
  const way = (is: string, title: string) => object({ is: { type: 'string', const: is } }, ['is'], { title })
  setUp(object({ pay: { title: 'Pay', oneOf: [way('a', 'tab.home'), way('b', 'tab.market')] } }, ['pay']), {
    pay: { is: { 'ui:widget': 'hidden' } },
  })
  await send()
  const list = screen.getByRole('button', { name: /^Pay/ })
  const [error, ...others] = [...document.querySelectorAll('[id$="__error"]')]
  expect(others).toEqual([])
  expect(error?.textContent).toBe(texts['form.required'])
  expect(list.getAttribute('aria-describedby')).toBe(error?.id)
  expect(document.activeElement).toBe(list)
})

describe('maps, booleans and definitions', () => {
  it('a map gets names and values', async () => {
    const { onSubmit } = setUp(
      object({ more: { type: 'object', title: 'More', maxProperties: 3, additionalProperties: { type: 'string' } } }),
      {},
      { initial: { more: { a: 'x' } } },
    )
    await act(async () => undefined)
    await press('Add item')
    const names = () => screen.getAllByLabelText<HTMLInputElement>(/^Name of/)
    expect(names().map(({ value }) => value)).toEqual(['a', 'newKey'])
    const [, added] = names()
    await act(async () => void (added && (fireEvent.change(added, { target: { value: 'b' } }), fireEvent.blur(added))))
    expect(names().map(({ value }) => value)).toEqual(['a', 'b'])
    type('b', 'y')
    await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Remove' })[0] as HTMLElement))
    expect(names().map(({ value }) => value)).toEqual(['b'])
    await send()
    expect(sent(onSubmit)).toEqual({ more: { b: 'y' } })
  })

  it('a boolean with two buttons is yes or no, or as it is named', async () => {
    const { onSubmit } = setUp(
      object({ one: { type: 'boolean', title: 'One' }, two: { type: 'boolean', title: 'Two' } }),
      { one: { 'ui:widget': 'radio' }, two: { 'ui:widget': 'radio', 'ui:enumNames': ['tab.home', 'tab.market'] } },
    )
    fireEvent.click(within(screen.getByRole('radiogroup', { name: /^One/ })).getByRole('radio', { name: 'No' }))
    fireEvent.click(
      within(screen.getByRole('radiogroup', { name: /^Two/ })).getByRole('radio', { name: texts['tab.home'] }),
    )
    await send()
    expect(sent(onSubmit)).toEqual({ one: false, two: true })
  })

  it('a definition within itself ends where nothing is filled in', async () => {
    const { onSubmit } = setUp(
      object({ root: { $ref: '#/definitions/node', title: 'Root' } }, [], {
        definitions: {
          node: object({
            name: text('Name'),
            children: { type: 'array', title: 'Children', maxItems: 3, items: { $ref: '#/definitions/node' } },
          }),
        },
      }),
    )
    type('Name', 'a')
    await press('Add item')
    type('Name', 'b', screen.getByRole('group', { name: 'Item 1' }))
    await send()
    expect(sent(onSubmit)).toEqual({ root: { name: 'a', children: [{ name: 'b' }] } })
  })

  it('a choice of constants begins with none chosen', async () => {
    const { onSubmit } = setUp(
      object(
        {
          kind: {
            type: 'string',
            title: 'Kind',
            oneOf: [
              { const: 'a', title: 'tab.home' },
              { const: 'b', title: 'tab.market' },
            ],
          },
        },
        ['kind'],
      ),
    )
    await send()
    expect(onSubmit).not.toHaveBeenCalled()
    await press(/^Kind/)
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: texts['tab.market'] })))
    await send()
    expect(sent(onSubmit)).toEqual({ kind: 'b' })
  })
})

it('errors of the form itself are shown above its button', async () => {
  const { onSubmit } = setUp(object({ a: text('A'), b: text('B') }, [], { minProperties: 1 }))
  await send()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(screen.getByText(texts['form.invalid'])).toBeTruthy()
  type('A', 'x')
  await send()
  expect(onSubmit).toHaveBeenCalledTimes(1)
  expect(screen.queryByText(texts['form.invalid'])).toBeNull()
})

it('a rule shows its message within an object', async () => {
  setUp(
    object({ city: text('Town'), address: object({ city: text('City') }, ['city'], { title: 'Address' }) }, [
      'city',
      'address',
    ]),
    {},
    {
      rules: [
        {
          check: ['==', ['.', ['v', 'address'], 'city'], ['v', 'city']],
          field: 'address.city',
          message: 'error.wrongPassword',
        },
      ],
    },
  )
  type('Town', 'Rome')
  type('City', 'Oslo')
  await send()
  expect(document.activeElement).toBe(box('City'))
  expect(screen.getByText(texts['error.wrongPassword'])).toBeTruthy()
})
