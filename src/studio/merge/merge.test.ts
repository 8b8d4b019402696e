import { describe, expect, it } from 'vitest'
import { mergeTexts } from './merge.ts'

const text = (words: string, more: object = {}) => ({ widget: 'Text', props: { text: words, ...more } })
const screen = (...body: object[]): string => `${JSON.stringify({ id: 'a', body }, null, 2)}\n`
const [A, B, C, D] = [text('a'), text('b'), text('c'), text('d')]

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
  ])('are merged: %s', (_name, base, mine, theirs, result) =>
    expect(merged(screen(...base), screen(...mine), screen(...theirs))).toEqual({
      value: { id: 'a', body: result },
      clashes: 0,
    }),
  )

  it.each<[string, object[], object[], object[]]>([
    ['one property', [A], [text('b')], [text('c')]],
    ['a node that they have removed', [A, B], [A, text('b', { tone: 'info' })], [A]],
    ['nodes that they have moved', [A, B], [text('a', { tone: 'info' }), B], [B, A]],
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
})
