import { member, members, toJson } from '../source/source.ts'
import type { Source } from '../source/source.ts'

/** Lengths of the design tokens in pixels. */
export function readTokenSizes(tokens: Source | undefined): (token: string) => number | undefined {
  const findings = new Map<string, number>()
  for (const { name, value } of members(member(tokens?.root, 'shared'))) {
    const pixels = /^(\d+(?:\.\d+)?)px$/.exec(String(toJson(value)))?.[1]
    if (pixels !== undefined) findings.set(name, Number(pixels))
  }
  return (token) => findings.get(token)
}
