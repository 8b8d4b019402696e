import { expect, it } from 'vitest'
import type { CallInfo } from '../model/calls.ts'
import { contentOf } from './newScreen.ts'

const call = (name: string, effect: CallInfo['effect'], sentence: string): [string, CallInfo] => [
  name,
  { name, effect, sentence } as CallInfo,
]
const CALLS = new Map([
  call('wallet/log', 'read', 'The deposits of the user'),
  call('wallet/transfer', 'money', 'Moves money between the accounts'),
  call('news/read', 'write', 'Marks an article as read'),
])
const send = (name: string, more: object = {}) => ({ action: 'call', call: name, ...more })

it('a new screen is described by its elements, its calls in words, money first, and its conditions', () => {
  const text = JSON.stringify({
    title: 'a.title',
    queries: { log: { call: 'wallet/log' } },
    body: [
      {
        widget: 'Stack',
        children: [{ widget: 'Text', props: { text: 'a.hello' }, visible: '=state.amount > 5' }, { widget: 'Icon' }],
      },
      {
        widget: 'Button',
        props: { label: 'a.send' },
        on: { press: [send('news/read'), send('wallet/transfer', { then: [send('news/read')] })] },
      },
    ],
  })
  expect(contentOf(text, { 'a.hello': 'Hello', 'a.send': 'Send' }, CALLS)).toEqual([
    'It has 4 elements.',
    'It moves money: “Moves money between the accounts”.',
    'It sends: “Marks an article as read”.',
    'Its data: “The deposits of the user”.',
    'Text “Hello”: only if amount is more than 5.',
  ])
})

it('conditions beyond the first eight are counted, and hidden elements too', () => {
  const icons = Array.from({ length: 10 }, () => ({ widget: 'Icon', visible: '=state.open' }))
  const sentences = contentOf(JSON.stringify({ body: [...icons, { widget: 'Row', visible: '=false' }] }), {}, CALLS)
  expect(sentences).toHaveLength(11)
  expect(sentences.slice(-2)).toEqual(['2 more elements under a condition.', '1 element hidden: no user sees it.'])
})

it('a file that is no JSON is not described', () => expect(contentOf('{', {}, CALLS)).toEqual([]))
