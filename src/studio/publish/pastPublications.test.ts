import { expect, it } from 'vitest'
import { headingOf } from './PastPublications.tsx'

const row = (action: 'build' | 'publish' | 'rollback', revision: string, note = '') => ({ action, revision, note })
const FIRST = row('build', 'r0')
const TWO = [row('publish', 'r2', 'Limits'), row('publish', 'r1', 'Warning'), FIRST]

it.each([
  ['its note', row('publish', 'r3', 'Fees'), TWO, 'Fees'],
  ['that it was installed', FIRST, [], 'As it was installed'],
  ['what it takes back', row('rollback', 'r1', 'Wrong number'), TWO, 'Takes back: Limits'],
  ['how many it takes back', row('rollback', 'r0', 'All wrong'), TWO, 'Takes back: Limits, and 1 more'],
  ['what it makes live again', row('rollback', 'r2', 'x'), [row('rollback', 'r1'), ...TWO], 'Makes live again: Limits'],
  [
    'that it goes back, where the list ends before',
    row('rollback', 'r9', 'x'),
    TWO,
    'Makes an earlier version live again',
  ],
])('a publication is headed by %s', (_what, publication, earlier, heading) =>
  expect(headingOf(publication, earlier)).toBe(heading),
)
