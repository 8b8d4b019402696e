import type { Feature } from './features.ts'

/** The features that the code uses without a reason, with the targets ("safari16.4") that lack them. */
export function unsupported(code: string, features: readonly Feature[], targets: readonly string[]): string[] {
  return features.flatMap(({ name, use, since, reason }) => {
    if (reason !== undefined) return []
    const lacking = targets.filter((target) => {
      const [, browser = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(target) ?? []
      const first = Object.entries(since).find(([name]) => name === (browser === 'edge' ? 'chrome' : browser))?.[1]
      return first !== undefined && Number(version) < first
    })
    const at = lacking.length > 0 ? code.search(use) : -1
    return at < 0 ? [] : [`${name} is missing in ${lacking.join(', ')}: …${code.slice(Math.max(0, at - 40), at + 40)}…`]
  })
}
