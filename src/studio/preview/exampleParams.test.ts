import { expect, it } from 'vitest'
import { conforms } from '../../engine/language/forms/validate.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { checkedProject, projectFiles } from '../../../tests/support/project.ts'
import { recordedOf, userKinds } from '../../../tests/support/fixtures.ts'
import { userKindOf } from '../../../codegen/fixtures/reply.ts'
import { answerIn } from '../compiler/answer.ts'
import { linkExample } from '../compiler/linkExamples.ts'
import { exampleParams, paramShape, unsavedParams, type Params } from './exampleParams.ts'

const checked = checkedProject()
const screens = checked.screens.flatMap(({ screen }) => (screen ? [screen] : []))
const opened = screens.filter(({ params }) => unsavedParams(params, []).length > 0)

/** The example of a screen by the generated replies, which it reads. */
function linkedTo(screen: (typeof screens)[number]): { params: Params; replies: Record<string, Json> } {
  const kinds = userKinds()
  const kind = userKindOf({}, screen.access, kinds)
  const replies: Record<string, Json> = {}
  for (;;) {
    const example = linkExample(screen, screens, { kind, fields: kinds[kind]?.fields }, replies)
    if ('params' in example) return { params: example.params, replies }
    const answer = answerIn(
      example.asks,
      { screen: null, fixture: '', data: 'typical', queries: {}, user: kind },
      { checked, files: projectFiles, recorded: recordedOf(example.asks.call).ok },
    )
    expect(Object.hasOwn(replies, example.reply)).toBe(false)
    replies[example.reply] = answer?.kind === 'reply' ? answer.body.data : null
  }
}

const contains = (data: Json, value: Json | undefined): boolean =>
  data === value ||
  (typeof data === 'object' && data !== null && Object.values(data).some((other) => contains(other, value)))

it('fits each required parameter of each screen', () => {
  expect(opened.length).toBeGreaterThan(5)
  for (const screen of opened)
    for (const [name, value] of Object.entries(exampleParams(screen.params, [], linkedTo(screen).params)))
      expect(conforms(paramShape(screen.params[name] ?? { type: 'string' }), value)).toBe(true)
})

it('is a record of the list that links to the screen, where there is one', () => {
  const fitting = (examples: (screen: (typeof screens)[number], linked: Params) => Params): string[] =>
    opened.flatMap((screen) => {
      const { params, replies } = linkedTo(screen)
      const values = Object.values(examples(screen, params))
      return values.every((value) => contains(replies, value)) ? [screen.id] : []
    })
  // By chance the sample of a currency is one that the wallet has.
  expect(fitting(({ params }) => exampleParams(params, [], {}))).toEqual(['assets/coin'])
  // A link to a receipt names the kind of its record, which no list has.
  const withoutList = ['location/open', 'receipt/index', 'webview/index']
  expect(fitting(({ params }, linked) => exampleParams(params, [], linked)).toSorted()).toEqual(
    opened
      .map(({ id }) => id)
      .filter((id) => !withoutList.includes(id))
      .toSorted(),
  )
})

it('takes the constants of a link before it asks for the reply that only a user causes', () => {
  const target = { route: '/pages/news/index', params: { category: { type: 'string', required: true } } } as const
  const service = screens.filter(({ id }) => id === 'service/index')
  expect(linkExample(target, service, { kind: 'visitor' }, {})).toEqual({ params: { category: 'notice' } })
  const order = screens.filter(({ id }) => id === 'loan/repay')
  const loan = screens.find(({ id }) => id === 'loan/detail')
  expect(loan && linkExample(loan, order, { kind: 'verified' }, {})).toMatchObject({ params: {} })
})

it('gives no parameters where the list is empty or refused', () => {
  const target = screens.find(({ id }) => id === 'news/detail')
  const list = screens.filter(({ id }) => id === 'news/index')
  if (!target) throw new Error('The screen is gone.')
  const asked = linkExample(target, list, { kind: 'visitor' }, {})
  if (!('asks' in asked)) throw new Error('No reply was asked for.')
  expect([asked.asks.call, asked.method]).toEqual(['news/list', 'POST'])
  for (const data of [null, { rows: [] }])
    expect(linkExample(target, list, { kind: 'visitor' }, { [asked.reply]: data })).toEqual({ params: {} })
  const first = linkExample(
    target,
    list,
    { kind: 'visitor' },
    { [asked.reply]: { rows: [{ id: 'one' }, { id: 'two' }] } },
  )
  expect(first).toEqual({ params: { id: 'one' } })
})

it('prefers the value of a saved state, and gives none for optional parameters', () => {
  const defs = { id: { type: 'string', format: 'id', required: true }, tab: { type: 'string' } } as const
  expect(exampleParams(defs, [{}, { params: { id: 'one' } }], { id: 'two' })).toEqual({ id: 'one' })
})
