import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { projectFiles } from '../../../tests/support/project.ts'
import { withTexts } from '../texts/table.ts'
import { ISOLATED_ROUTE, type AnswerChoice, type Method, type Methods, type Reply, type Request } from './protocol.ts'

const FILE = 'screens/assets/transferOrder.json'
const files = Object.fromEntries(projectFiles)
const replies: Reply[] = []
let receive: (event: { data: Request }) => void

function ask<Name extends Method>(method: Name, ...args: Parameters<Methods[Name]>): ReturnType<Methods[Name]> {
  receive({ data: { id: replies.length, method, args } })
  const reply = replies.at(-1)
  if (!reply || 'error' in reply) throw new Error(reply?.error ?? 'no reply')
  return reply.result as ReturnType<Methods[Name]>
}

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_: string, listener: typeof receive) => (receive = listener))
  vi.stubGlobal('postMessage', (reply: Reply) => replies.push(reply))
  await import('./compiler.worker.ts')
  expect(ask('open', files, {}).diagnostics).toEqual([])
})
afterAll(() => vi.unstubAllGlobals())

const hinted = (key: string): string => (files[FILE] ?? '').replace('"transfer.emptyHint"', `"${key}"`)

it('a screen that changes alone is checked at once', () => {
  const found = ask('update', { [FILE]: hinted('transfer.unheardOf') }, FILE)
  expect(found?.map(({ rule }) => rule)).toContain('unknown-text')
})

it('a text that is made with its use is no problem before all files are checked', () => {
  ask('check')
  const texts = withTexts(files, 'transfer.made', { en: 'Your words' })
  expect(ask('update', { ...texts, [FILE]: hinted('transfer.made') }, FILE)).toBeNull()
  // The text is not checked yet as the screen changes again.
  expect(ask('update', { [FILE]: `${hinted('transfer.made')} ` }, FILE)).toBeNull()
  expect(ask('check').diagnostics.filter(({ file }) => file === FILE)).toEqual([])
  expect(ask('update', { [FILE]: hinted('transfer.made') }, FILE)).toEqual([])
})

it('a text has the limit of the narrowest control that shows it', () => {
  const limits = ask('textLimits')
  expect(limits['tab.home']).toBe(11)
  expect(limits['about.agreed']).toBeUndefined()
})

it('a list whose items a screen gives has the value of the sample alone', () => {
  ask('check')
  const shown = (values: Record<string, string>): string =>
    JSON.stringify(ask('preview', [], { id: 'transfer', values }).routes[ISOLATED_ROUTE])
  expect(shown({ currency: 'ETH' })).toContain('"id","ETH"')
  expect(shown({})).toContain('"id","USDT"')
})

it('the user of a preview gets what every visitor may read from the server, and nothing else', () => {
  const choice = {
    screen: 'screens/index/index.json',
    fixture: '',
    data: 'live',
    queries: {},
    user: 'verified',
  } as const
  const answered = (call: string, choiceOf: Partial<AnswerChoice> = {}) =>
    ask('answer', { call, payload: { category: 'news' } }, { ...choice, ...choiceOf }) !== null
  expect(answered('news/list')).toBe(false)
  expect(answered('news/list', { data: 'failed' })).toBe(true)
  expect(answered('user/info')).toBe(true)
})
