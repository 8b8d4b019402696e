import { runInBrowser } from './browser-page.ts'
import { installPeers } from './install-peers.ts'
import type { Measure } from './run.ts'

export const about =
  'A form of 15 fields, against the same fields in hand-written React, beside two libraries in the same run'

const BUDGETS = [1.2, 1.05]

/** Measures mounting a form and typing into it in Chromium, in milliseconds. */
export async function bench(): Promise<Measure[]> {
  installPeers()
  const pairs = await runInBrowser('form')
  if (pairs.length !== BUDGETS.length) throw new Error('The page measured nothing.')
  return pairs.flatMap(({ name, ours, floor, peers = {} }, i): Measure[] => [
    { name, ours, floor, unit: 'ms', budget: BUDGETS[i] ?? 0 },
    ...Object.entries(peers).map(([peer, figure]) => ({
      name: `  the same by ${peer}`,
      ours: figure,
      floor,
      unit: 'ms',
    })),
  ])
}
