import { array, assert, constant, constantFrom, option, property, record, shuffledSubarray, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from './merge.ts'

const text = (words: string, more: object = {}) => ({ widget: 'Text', props: { text: words, ...more } })
const screen = (...body: object[]): string => `${JSON.stringify({ id: 'a', body }, null, 2)}\n`
const [A, B, C, D, I] = [text('a'), text('b'), text('c'), text('d'), text('a', { tone: 'info' })]

const merged = (base: string, mine: string, theirs: string) => {
  const result = mergeTexts(base, mine, theirs)
  return result && { value: JSON.parse(result.text) as unknown, clashes: result.clashes.length }
}

describe('two versions of a document', () => {
  it.each<[string, object[], object[], object[], object[]]>([
    [
      'properties of one node',
      [A, B],
      [text('a', { tone: 'info' }), B],
      [text('a', { variant: 'title' }), B],
      [text('a', { variant: 'title', tone: 'info' }), B],
    ],
    [
      'an insertion before a change',
      [A, B],
      [C, A, B],
      [A, text('b', { tone: 'info' })],
      [C, A, text('b', { tone: 'info' })],
    ],
    [
      'a change after their insertion',
      [A, B],
      [A, text('b', { tone: 'info' })],
      [C, A, B],
      [C, A, text('b', { tone: 'info' })],
    ],
    ['a removal and a change', [A, B, C], [B, C], [A, B, D], [B, D]],
    ['two insertions apart', [A, B], [C, A, B], [A, B, D], [C, A, B, D]],
    ['the same change', [A, B], [A, D], [A, D], [A, D]],
    ['moves of different nodes', [A, B, C, D], [B, A, C, D], [A, B, D, C], [B, A, D, C]],
    ['the same move', [A, B, C], [C, A, B], [C, A, B], [C, A, B]],
    ['a move across another one', [A, B, C, D], [D, A, B, C], [A, C, B, D], [D, A, C, B]],
    ['a change of a node that they have moved', [A, B], [I, B], [B, A], [B, I]],
    ['a move of a node that they have changed', [A, B], [B, A], [I, B], [B, I]],
    [
      'a move with a change, and a change',
      [A, B, C],
      [C, I, B],
      [A, text('b', { tone: 'info' }), C],
      [C, I, text('b', { tone: 'info' })],
    ],
    ['a move, and an insertion beside it', [A, B, C], [B, A, C], [A, B, C, D], [B, A, C, D]],
    ['a move, and a removal beside it', [A, B, C, D], [A, C, B, D], [B, C, D], [C, B, D]],
  ])('are merged: %s', (_name, base, mine, theirs, result) =>
    expect(merged(screen(...base), screen(...mine), screen(...theirs))).toEqual({
      value: { id: 'a', body: result },
      clashes: 0,
    }),
  )

  it.each<[string, object[], object[], object[]]>([
    ['one property', [A], [text('b')], [text('c')]],
    ['a node that they have removed', [A, B], [A, text('b', { tone: 'info' })], [A]],
    ['moves of one node to different places', [A, B, C, D], [B, A, C, D], [B, C, D, A]],
    ['an insertion between nodes that they have moved', [A, B], [A, C, B], [B, A]],
    ['insertions at one place', [A, B], [A, C, B], [A, D, B]],
  ])('clash: %s', (_name, base, mine, theirs) =>
    expect(merged(screen(...base), screen(...mine), screen(...theirs))?.clashes).toBe(1),
  )

  it('are decided place by place', () => {
    const result = mergeTexts(
      screen(A, B),
      screen(text('a', { tone: 'info' }), text('mine')),
      screen(text('a', { tone: 'danger', variant: 'title' }), text('theirs')),
    )
    expect(result?.clashes).toHaveLength(2)
    expect(JSON.parse(result?.resolve(['mine', 'theirs']) ?? '')).toEqual({
      id: 'a',
      body: [text('a', { tone: 'info', variant: 'title' }), text('theirs')],
    })
  })

  it('both stay where each has put something into the same place', () => {
    const result = mergeTexts(screen(A, B), screen(A, C, B), screen(A, D, B))
    expect(result?.clashes.map(({ canBoth }) => canBoth)).toEqual([true])
    expect((JSON.parse(result?.resolve(['both']) ?? '') as { body: unknown }).body).toEqual([A, D, C, B])
    expect(mergeTexts(screen(A), screen(C), screen(D))?.clashes.map(({ canBoth }) => canBoth)).toEqual([false])
  })

  it.each<['mine' | 'theirs', object[]]>([
    ['mine', [B, A, C, D]],
    ['theirs', [B, C, D, A]],
  ])('moves that contradict each other are decided: %s', (choice, body) => {
    const result = mergeTexts(screen(A, B, C, D), screen(B, A, C, D), screen(B, C, D, A))
    expect((JSON.parse(result?.resolve([choice]) ?? '') as { body: unknown }).body).toEqual(body)
  })

  it('keep the writing of nodes that move', () => {
    const [one, two] = ['{ "widget": "A",\n    "props": {} }', '{ "widget": "B" } // two']
    const base = `{ "body": [\n  ${one},\n  ${two}\n] }`
    const moved = '{ "body": [{ "widget": "B" }, { "widget": "A", "props": {} }] }'
    expect(mergeTexts(base, moved, base)?.text).toBe(`{ "body": [\n  { "widget": "B" },\n  ${one} // two\n] }`)
  })

  it('keep the order and the comments of their text', () => {
    const base = '{\n  // why\n  "b": 1,\n  "a": { "x": 1 }\n}\n'
    expect(mergeTexts(base, base.replace('"x": 1', '"x": 2'), base.replace('"b": 1', '"b": 3'))?.text).toBe(
      '{\n  // why\n  "b": 3,\n  "a": { "x": 2 }\n}\n',
    )
  })

  it('keep the keys of texts in order', () => {
    const base = '{ "a": "1", "d": "4" }'
    expect(
      Object.keys(
        JSON.parse(
          mergeTexts(base, '{ "a": "1", "b": "2", "d": "4" }', '{ "a": "1", "c": "3", "d": "4" }')?.text ?? '',
        ) as object,
      ),
    ).toEqual(['a', 'b', 'c', 'd'])
  })

  it.each([
    ['{}', '{', '{}'],
    ['{}', null, '{}'],
    [null, '{}', '{ "a": 1 }'],
  ])('are not merged without a sound document: %j %j %j', (base, mine, theirs) =>
    expect(mergeTexts(base, mine, theirs)).toBeUndefined(),
  )

  const words = constantFrom('a', 'b', 'c', 'd', 'e')
  const node = record({ words, tone: option(constantFrom('info', 'danger')) })
  const versions = array(
    node.map((item) => text(item.words, { name: item.words, ...(item.tone !== null && { tone: item.tone }) })),
    { maxLength: 6 },
  ).chain((list) =>
    tuple(
      constant(list),
      shuffledSubarray(list, { minLength: Math.max(0, list.length - 1) }),
      shuffledSubarray(list, { minLength: Math.max(0, list.length - 1) }),
    ),
  )
  it('are merged to the changed one where the other has not changed, and always to a document', () =>
    assert(
      property(versions, ([base, mine, theirs]) => {
        const [old, own, other] = [screen(...base), screen(...mine), screen(...theirs)]
        expect(merged(old, own, old)).toEqual({ value: JSON.parse(own) as unknown, clashes: 0 })
        expect(merged(old, old, other)).toEqual({ value: JSON.parse(other) as unknown, clashes: 0 })
        const result = mergeTexts(old, own, other)
        const all = (choice: 'mine' | 'theirs'): string => result?.resolve(result.clashes.map(() => choice)) ?? ''
        const sizes = (['mine', 'theirs'] as const).map(
          (choice) => (JSON.parse(all(choice)) as { body: unknown[] }).body.length,
        )
        for (const size of sizes) expect(size).toBeLessThanOrEqual(base.length)
      }),
    ))
})
