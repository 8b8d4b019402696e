import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Node, Screen } from '../../../src/engine/language/expressions/program.ts'
import { changeCatalogue } from '../kit/changedCatalogue.ts'
import { LONG } from '../kit/long.ts'
import { main, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'

const ROUTE = '/pages/help/index'
/** The most rows that the compiler lets repeated nodes make outside of a virtual list. */
const ROWS = 2_000
/** Rows of the first and of a later piece of src/engine/renderer/nodes/chunkedList.ts. */
const [FIRST_PIECE, PIECE] = [32, 256]
const CELLS = '[class*=ListCell_subtitle]'

const cell: Node = {
  widget: 'ListCell',
  sourcePath: 'row',
  exprs: { title: ['f', 'string', ['v', 'row']], subtitle: ['t', 'help.title'] },
  each: { as: 'row', in: ['@', 'state', 'rows'], key: ['f', 'string', ['v', 'row']] },
}

const longList = (screen: Screen): Screen => ({
  ...screen,
  queries: {},
  onShow: [],
  state: { rows: Array.from({ length: ROWS }, (_, index) => index) },
  body: [
    {
      widget: 'Scroll',
      sourcePath: 'body',
      slots: { children: [{ widget: 'Stack', sourcePath: 'stack', slots: { children: [cell] } }] },
    },
  ],
  requires: { widgets: ['Scroll', 'Stack', 'ListCell'], actions: [], functions: ['string'] },
})

/** Goes to the list; returns the number of rows that each frame has added. */
const growth = (page: Page): Promise<number[]> =>
  page.evaluate(
    ({ route, rows, cells }) =>
      new Promise((done) => {
        const steps: number[] = []
        let count = 0
        const look = () => {
          const shown = document.querySelectorAll(cells).length
          if (shown !== count) steps.push(shown - count)
          count = shown
          if (count < rows) requestAnimationFrame(look)
          else done(steps)
        }
        location.hash = `#${route}`
        requestAnimationFrame(look)
      }),
    { route: ROUTE, rows: ROWS, cells: CELLS },
  )

test(
  'a list of 2 000 rows is drawn in pieces, of which none restyles the others',
  LONG,
  async ({ page, request, browser }) => {
    await changeCatalogue(page, request, { screen: { route: ROUTE, change: longList } })
    await page.goto('/h5/#/pages/index/index')
    await settled(page)
    const trace = test.info().outputPath('trace.json')
    await browser.startTracing(page, { path: trace, categories: ['devtools.timeline'] })
    const steps = await growth(page)
    await browser.stopTracing()
    expect(Math.max(...steps)).toBe(PIECE)
    expect(steps.length).toBeGreaterThanOrEqual((ROWS - FIRST_PIECE) / PIECE)

    const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as {
      traceEvents: { name: string; args: { elementCount?: number } }[]
    }
    const restyled = traceEvents.flatMap(({ name, args }) =>
      name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : [],
    )
    const elements = await main(page).evaluate((root) => root.querySelectorAll('*').length)
    const ofPiece = (elements / ROWS) * PIECE
    expect(restyled.length).toBeGreaterThan(ROWS / PIECE)
    // The piece itself, which Chromium counts up to twice, and the frame of the screen around it. The other pieces would be many times as many.
    expect(Math.max(...restyled)).toBeLessThan(ofPiece * 3)
  },
)
