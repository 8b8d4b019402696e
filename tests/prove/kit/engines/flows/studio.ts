import axe from 'axe-core'
import { KEY } from '../../../../e2e/kit/flows/publisher.ts'
import { button, buttonLike } from '../app.ts'
import type { Flow } from '../flow.ts'

const FILE = 'screens/user/about.json'
const SOUND = 'The catalogue is sound.'
const PROBLEMS = `document.querySelector('section[aria-label="Problems"]').textContent`
/** The editor's text is in a shadow root. */
const CONTENT = `[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot?.querySelector('.cm-content') ?? [])
  .find((element) => element.getAttribute('aria-label') === 'JSON of ${FILE}')`
const PREVIEW = `document.querySelector('iframe[title="Preview of the draft"]')?.contentDocument?.querySelector('main')?.textContent`
const ROWS = `document.querySelectorAll('[role=tree] [data-kind=node]').length`
const THEME = 'document.documentElement.dataset.theme'
/** Violations of axe on the page around the preview, as rule and selectors. */
const VIOLATIONS = `axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations, passes }) => ({
  rules: passes.length,
  found: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')),
}))`

export default {
  about:
    'the studio: a screen is opened and drawn, a slip is reported and mended, a node is duplicated and undone, axe finds nothing in both themes',
  isDesktop: true,
  async run(app) {
    const { tab, site } = app
    const reads = (what: string, source: string, fits: (value: unknown) => boolean): Promise<unknown> =>
      app.until(what, async () => fits(await tab.evaluate(`(${source}) ?? null`)))
    const says = (words: string): Promise<unknown> =>
      reads(`the problem "${words}"`, PROBLEMS, (text) => String(text).includes(words))
    await tab.open(`${site.origin}/studio/`)
    await app.enter({ selector: 'input[autocomplete=username]' }, 'Ada')
    await app.enter({ selector: 'input[type=password]' }, KEY)
    await app.press(button('Open the studio'))
    await app.enter({ selector: 'input[type=search]' }, 'user/about')
    await app.press({ selector: `button[title="${FILE}"]` })
    await says(SOUND)
    await reads('a drawn preview', PREVIEW, (text) => String(text ?? '').length > 20)

    await app.press(button('Show the code'))
    await reads('the code', `(${CONTENT})?.textContent`, (text) => String(text ?? '').length > 0)
    await tab.evaluate(`(${CONTENT}).focus()`)
    await tab.key('End')
    await tab.type('abc')
    await reads('letters in their order', `(${CONTENT}).textContent`, (text) => String(text).startsWith('{abc'))
    await says('is broken')
    for (let letter = 0; letter < 3; letter += 1) await tab.key('Backspace')
    await says(SOUND)

    const rows = Number(await tab.evaluate(ROWS))
    await app.press({ selector: '[role=tree] [data-kind=node]', nth: 1 })
    await app.press(button('Duplicate (Ctrl+D)'))
    await reads('one more node', ROWS, (count) => Number(count) > rows)
    await app.press(buttonLike('Undo'))
    await reads('the nodes as before', ROWS, (count) => count === rows)
    await says(SOUND)
    await reads('the preview still drawn', PREVIEW, (text) => String(text ?? '').length > 20)

    await tab.evaluate(`(() => { ${axe.source}; return true })()`)
    const first = await tab.evaluate(THEME)
    for (const theme of [first, first === 'dark' ? 'light' : 'dark']) {
      if (theme !== first) await app.press(button(`Use the ${String(theme)} theme`))
      await reads(`the ${String(theme)} theme`, THEME, (value) => value === theme)
      const { rules, found } = (await tab.evaluate(VIOLATIONS)) as { rules: number; found: string[] }
      if (rules < 10 || found.length > 0)
        throw new Error(`axe in the ${String(theme)} theme, ${rules} rules passed: ${found.join('; ')}`)
    }
  },
} satisfies Flow
