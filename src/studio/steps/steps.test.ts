import { expect, it } from 'vitest'
import type { ActionInfo } from '../model/vocabulary.ts'
import { addStep, putStep, removeStep, shiftStep, targetsIn } from './steps.ts'

const action = (name: string, branches: string[]): [string, ActionInfo] => [
  name,
  {
    name,
    title: name,
    description: '',
    args: {},
    branches: Object.fromEntries(branches.map((branch) => [branch, {}])),
  },
]
const actions = new Map([action('call', ['onSuccess', 'onError']), action('toast', [])])
const TEXT = `{
  "body": [
    {
      "widget": "Button",
      "on": {
        "press": [
          // first a message
          { "action": "toast", "text": "a" },
          { "action": "call", "call": "x" }
        ]
      }
    }
  ]
}`
const read = (text: string): unknown => JSON.parse(text.replace(/\/\/.*/, ''))
const press = (text: string): unknown => (read(text) as { body: [{ on?: { press?: unknown } }] }).body[0].on?.press

it('adds a step at the end, and makes the list of an event', () => {
  const { text, place } = addStep(TEXT, 'body/0/on/press', { action: 'toast', text: 'b' })
  expect([place, press(text)]).toEqual([
    'body/0/on/press/2',
    [
      { action: 'toast', text: 'a' },
      { action: 'call', call: 'x' },
      { action: 'toast', text: 'b' },
    ],
  ])
  expect(text).toContain('// first a message')
  expect(text).toContain('{ "action": "toast", "text": "b" }')
  const made = addStep('{ "body": [{ "widget": "Button" }] }', 'body/0/on/press', { action: 'toast' })
  expect(press(made.text)).toEqual([{ action: 'toast' }])
})

it('puts a step into a branch of another one, and back', () => {
  const inside = putStep(TEXT, 'body/0/on/press/0', 'body/0/on/press/1/onSuccess')
  expect(inside?.place).toBe('body/0/on/press/0/onSuccess/0')
  expect(press(inside?.text ?? '')).toEqual([
    { action: 'call', call: 'x', onSuccess: [{ action: 'toast', text: 'a' }] },
  ])
  const back = putStep(inside?.text ?? '', 'body/0/on/press/0/onSuccess/0', 'body/0/on/press')
  expect(press(back?.text ?? '')).toEqual([
    { action: 'call', call: 'x' },
    { action: 'toast', text: 'a' },
  ])
  expect(putStep(TEXT, 'body/0/on/press/1', 'body/0/on/press/1/onSuccess')).toBeNull()
})

it('moves and removes steps; the last one takes its event with it', () => {
  expect(press(shiftStep(TEXT, 'body/0/on/press/1', -1)?.text ?? '')).toEqual([
    { action: 'call', call: 'x' },
    { action: 'toast', text: 'a' },
  ])
  expect(shiftStep(TEXT, 'body/0/on/press/1', 1)).toBeNull()
  const one = removeStep(TEXT, 'body/0/on/press/1')
  expect(one.place).toBe('body/0/on/press/0')
  expect(removeStep(one.text, 'body/0/on/press/0').text).not.toContain('"on"')
})

it('lists where a step can go', () =>
  expect(targetsIn(TEXT, 'body/0/on/press', actions).map(({ list, label }) => `${list} ${label}`)).toEqual([
    'body/0/on/press the steps of this event',
    'body/0/on/press/1/onSuccess 2. call: onSuccess',
    'body/0/on/press/1/onError 2. call: onError',
  ]))
