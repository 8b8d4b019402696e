// @vitest-environment jsdom
import { act } from '@testing-library/react'
import * as fc from 'fast-check'
import { Children, type ReactNode, useEffect } from 'react'
import { describe, expect, test } from 'vitest'
import type { Node } from '../../language/expressions/program.ts'
import { structuralShare } from '../../state/data/structuralShare.ts'
import { get } from '../../state/store.ts'
import { drawnInFull, renderNodes } from '../../../../tests/support/renderNodes.tsx'
import { FIRST_PIECE, PIECE } from './chunkedList.ts'

let mounts = 0
let counted = 0
const widgets = {
  Stack: ({ children }: Record<string, unknown>) => {
    counted = Children.toArray(children as ReactNode).length
    return <div>{children as ReactNode}</div>
  },
  Text: ({ text }: Record<string, unknown>) => {
    useEffect(() => {
      mounts += 1
    }, [])
    return <p>{text as string}</p>
  },
}
const body: Node[] = [
  {
    widget: 'Stack',
    sourcePath: 's',
    slots: {
      children: [
        {
          widget: 'Text',
          sourcePath: 't',
          exprs: { text: ['.', ['v', 'row'], 'id'] },
          each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
        },
        { widget: 'Text', sourcePath: 'end', props: { text: 'end' } },
      ],
    },
  },
]
const rowsOf = (ids: readonly (string | number)[]) => ({ rows: ids.map((id) => ({ id: String(id) })) })
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

function show(ids: readonly (string | number)[], nodes = body) {
  // Mounts are counted.
  mounts = 0
  const screen = renderNodes(nodes, { widgets, data: { list: rowsOf(ids) }, reactStrictMode: false })
  return {
    to: (next: readonly (string | number)[]) =>
      act(() => screen.put('list', structuralShare(get(screen.query('list').value), rowsOf(next)))),
    shown: () => [...screen.container.querySelectorAll('p')].map((p) => p.textContent).slice(0, -1),
  }
}

test('a widget gets its rows as children', async () => {
  show(range(0, 200))
  await drawnInFull()
  expect(counted).toBe(201)
})

test.each([
  ['rows in front', [...range(900, 903), ...range(0, 200)], 3],
  ['rows at the end', range(0, 300), 100],
  ['a row between', [...range(0, 100), 999, ...range(100, 200)], 1],
  ['rows gone', range(50, 150), 0],
  ['nothing left', [], 0],
])('%s: only new rows are created', async (_, next, fresh) => {
  const list = show(range(0, 200))
  await drawnInFull()
  mounts = 0
  list.to(next)
  await drawnInFull()
  expect(list.shown()).toEqual(next.map(String))
  expect(mounts).toBe(fresh)
  list.to(range(0, 10))
  expect(list.shown()).toEqual(range(0, 10).map(String))
})

test('a list that is sorted again moves its rows', async () => {
  const list = show(range(0, 200))
  await drawnInFull()
  list.to(range(0, 200).toReversed())
  expect(list.shown()).toEqual(range(0, 200).toReversed().map(String))
  mounts = 0
  list.to(range(0, 200))
  expect(list.shown()).toEqual(range(0, 200).map(String))
  expect(mounts).toBe(0)
})

describe('a long list', () => {
  const frame = () => act(() => new Promise((drawn) => void requestAnimationFrame(drawn)))

  test('grows by a piece in each frame', async () => {
    const all = FIRST_PIECE + PIECE + 10
    const list = show(range(0, all))
    expect(list.shown()).toEqual(range(0, FIRST_PIECE).map(String))
    await frame()
    expect(list.shown()).toEqual(range(0, FIRST_PIECE + PIECE).map(String))
    await frame()
    expect(list.shown()).toEqual(range(0, all).map(String))
    expect(mounts).toBe(all + 1)
  })

  test('that changes while it grows loses no row that is shown', async () => {
    const list = show(range(0, 200))
    list.to([...range(900, 1200), ...range(0, 200)])
    expect(list.shown()).toEqual([...range(900, 900 + PIECE), ...range(0, FIRST_PIECE)].map(String))
    await drawnInFull()
    expect(list.shown()).toEqual([...range(900, 1200), ...range(0, 200)].map(String))
    expect(mounts).toBe(501)
  })

  test('of lists counts their rows', async () => {
    const inner: Node = {
      widget: 'Text',
      sourcePath: 'i',
      exprs: { text: ['f', 'string', ['v', 'cell']] },
      each: { as: 'cell', in: ['list', ...range(0, 40)], key: ['f', 'string', ['v', 'cell']] },
    }
    const rows: Node = {
      widget: 'Stack',
      sourcePath: 'r',
      each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
      slots: { children: [inner] },
    }
    show(range(0, 40), [{ widget: 'Stack', sourcePath: 's', slots: { children: [rows] } }])
    // The row that exceeds the first piece is complete.
    expect(mounts).toBe(40)
    await drawnInFull()
    expect(mounts).toBe(40 * 40)
  })
})

test('any change of list and rows is shown', async () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { maxLength: 110 })
  const versions = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 121, maxLength: 121 })
  const list = fc
    .tuple(
      fc.oneof(
        ids,
        ids.map((some) => some.toSorted((a, b) => a - b)),
        fc.constant(range(0, 100)),
      ),
      versions,
    )
    .map(([some, version]) => some.map((id) => ({ id: String(id), text: `${id}/${version[id] ?? 0}` })))
  const shown = [
    {
      ...body[0],
      slots: {
        children: [
          {
            widget: 'Text',
            sourcePath: 't',
            exprs: { text: ['.', ['v', 'row'], 'text'] },
            each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
          },
        ],
      },
    },
  ] as Node[]
  await fc.assert(
    fc.asyncProperty(fc.array(list, { minLength: 2, maxLength: 6 }), async ([first = [], ...rest]) => {
      const screen = renderNodes(shown, { widgets, data: { list: { rows: first } } })
      for (const next of rest) {
        act(() => screen.put('list', structuralShare(get(screen.query('list').value), { rows: next })))
        await drawnInFull()
        expect([...screen.container.querySelectorAll('p')].map((p) => p.textContent)).toEqual(
          next.map(({ text }) => text),
        )
      }
      screen.unmount()
    }),
    { numRuns: 25 },
  )
})
