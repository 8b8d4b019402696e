import type { Response } from '@playwright/test'

/** The headers of every answer of the server. */
const EVERYWHERE: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(no-referrer|same-origin|strict-origin)/,
  'cross-origin-opener-policy': /^same-origin/,
  'cross-origin-resource-policy': /^same-(origin|site)$/,
  'permissions-policy': /camera=\(/,
  'content-security-policy': /frame-ancestors '(none|self)'/,
}

/** One sentence for each missing header of an answer. */
export function missing(answer: Pick<Response, 'status' | 'url' | 'headers'>): string[] {
  const headers = answer.headers()
  return Object.entries(EVERYWHERE)
    .filter(([name, value]) => !value.test(headers[name] ?? ''))
    .map(([name]) => `${answer.status()} ${answer.url()}: ${name}: ${headers[name] ?? 'missing'}`)
}
