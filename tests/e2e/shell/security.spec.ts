import { missing } from '../kit/net/headers.ts'
import { expect, test } from '../kit/test.ts'

/** Required and forbidden parts of the page policy. */
const POLICY = [
  /(^|; ?)default-src '(none|self)'/,
  /(^|; ?)script-src 'self'/,
  /(^|; ?)base-uri 'none'/,
  /(^|; ?)object-src 'none'|default-src 'none'/,
  /require-trusted-types-for 'script'/,
  /form-action '(none|self)'/,
]
const LOOSE = /'unsafe-eval'|'unsafe-inline'|'wasm-unsafe-eval'|script-src[^;]*(\*|https:|data:|blob:)/

test('refusals carry the headers too', async ({ request }) => {
  const faults: string[] = []
  for (const path of [
    '/',
    '/h5/',
    '/h5/nothing.js',
    '/nothing',
    '/api/nothing',
    '/api/user/info',
    '/pc/',
    '/h5/config.json',
    '/h5/catalogue/manifest.json',
  ]) {
    const response = await request.get(path, { maxRedirects: 0 })
    faults.push(...missing(response))
    if (response.headers()['x-powered-by'] !== undefined) faults.push(`${path}: x-powered-by`)
  }
  expect(faults).toEqual([])
})

test('the policy of the page is strict, and in force', async ({ page, pageErrors }) => {
  const response = await page.goto('/h5/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  for (const part of POLICY) expect(policy).toMatch(part)
  expect(policy).not.toMatch(LOOSE)
  await expect(page.locator('main:visible').first()).toBeVisible()
  expect(pageErrors.messages).toEqual([])

  // From a timer: code evaluated by the debugger itself is exempt from the policy.
  const outcome = await page.evaluate(
    () =>
      new Promise<Record<string, string>>((resolve) => {
        setTimeout(() => {
          const style = document.createElement('style')
          style.textContent = 'body { --placard-injected: 1 }'
          const attempts = {
            html: () => document.body.insertAdjacentHTML('beforeend', '<i></i>'),
            code: () => Reflect.construct(Function, ['return 1']) as unknown,
            style: () => document.head.append(style),
          }
          const outcome: Record<string, string> = {}
          for (const [name, attempt] of Object.entries(attempts)) {
            try {
              attempt()
              outcome[name] = 'done'
            } catch (error) {
              outcome[name] = error instanceof Error ? error.name : 'refused'
            }
          }
          if (getComputedStyle(document.body).getPropertyValue('--placard-injected') === '') outcome.style = 'refused'
          resolve(outcome)
        }, 0)
      }),
  )
  expect(outcome.html).toBe('TypeError')
  expect(outcome.code).toBe('EvalError')
  expect(outcome.style).toBe('refused')
  await expect.poll(() => pageErrors.messages.filter((line) => line.startsWith('policy:')).length).toBeGreaterThan(1)
  pageErrors.messages.length = 0
})
