import { exchange, inExpression, inFile, inHandler, inObject, inQuery, inStep, inWidget, member } from './faults.ts'
import { isObject, strings } from './project.ts'
import type { Kind, Obj, Project } from './project.ts'

// Faults in what follows a reply, in ways out and in repeated work, written from the documents of the language.

const effectOf = (project: Project, call: unknown): unknown =>
  project.documents.get(`schemas/api/${String(call)}.json`)?.effect
const list = (holder: Obj, name: string): Obj[] => {
  const value = holder[name]
  return Array.isArray(value) ? (value as Obj[]) : []
}
const isSuccess = (step: unknown): step is Obj => isObject(step) && step.action === 'toast' && step.tone === 'success'

export const answers: readonly Kind[] = [
  inExpression('code-of-other-call', /error\.code == '\w+'/, "error.code == 'cancelFailed'"),
  inExpression('code-asked-twice', /(error\.code == '\w+') \|\| .+/, '$1 || $1'),
  inExpression('kind-of-error-misspelt', /error\.kind == '(\w+)'/, "error.kind == '$1s'"),
  inExpression('code-shown-raw', /enumText\('error', ([\w.]+)\)/, '$1'),
  inExpression('enumeration-of-other-prefix', /enumText\('(\w[\w.]*)', ([\w.]+)\)/, "enumText('tabs', $2)"),
  inStep('result-of-failure', 'call', (step) => {
    for (const item of list(step, 'onError')) if (typeof item.value === 'string') item.value = '=result.id'
  }),
  inStep('error-of-success', 'call', (step) => {
    for (const item of list(step, 'onSuccess')) if (item.action === 'toast') item.text = '=error.message'
  }),
  inStep('branches-exchanged', 'call', (step) => exchange(step, 'onSuccess', 'onError'), 'both only fetch again'),
  inStep('failure-says-success', 'call', (step) => {
    const shown = list(step, 'onSuccess').find(isSuccess)
    if (shown && Array.isArray(step.onError)) step.onError.push(shown)
  }),
  inStep('success-in-tone-of-error', 'call', (step) => {
    for (const item of list(step, 'onSuccess')) if (isSuccess(item)) item.tone = 'error'
  }),
  inStep('success-says-failure', 'call', (step) => {
    for (const item of list(step, 'onSuccess')) if (isSuccess(item)) item.text = 'error.cancelFailed'
  }),
  inStep('silence-without-branch', 'call', (step) => {
    step.silent = true
    delete step.onError
  }),
  inStep(
    'success-left-empty',
    'call',
    (step) => {
      if (step.onSuccess !== undefined) step.onSuccess = []
    },
    'the call itself does all',
  ),
  inStep('result-of-other-type', 'returnResult', (step) => {
    step.value = 7
  }),
  inStep('result-boolean', 'returnResult', (step) => {
    step.value = '=true'
  }),
  inStep(
    'result-untaken',
    'back',
    (step) => {
      step.action = 'returnResult'
      step.value = 'done'
      delete step.steps
    },
    'the screen is opened by a link',
  ),
  inStep('leaves-for-nothing', 'returnResult', (step) => {
    step.action = 'back'
    delete step.value
  }),
  inFile('result-of-other-schema', 'screens/', (root) => {
    const result = member(member(root, 'params'), 'result')
    if (result.type !== undefined) result.type = 'integer'
  }),
  inFile('result-not-taken', 'screens/', (root) => {
    if (isObject(root.params)) delete root.params.result
  }),
  inQuery(
    'failure-without-retry',
    (query) => {
      query.error = [{ widget: 'Text', props: { text: 'ui.error' } }]
    },
    'the text may not exist',
  ),
  inQuery(
    'error-placeholder-empty',
    (query) => {
      query.error = []
    },
    'nothing is shown where that is intended',
  ),
  inQuery(
    'loading-placeholder-empty',
    (query) => {
      query.loading = []
    },
    'nothing is shown where that is intended',
  ),
  inQuery('read-sent-as-write', (query) => {
    query.call = 'user/watchlist'
  }),
  inWidget(
    'retry-that-does-nothing',
    'ErrorState',
    (node) => {
      delete node.on
    },
    'another control tries again',
  ),
]

export const exits: readonly Kind[] = [
  inStep('navigates-to-itself', 'navigate', (step, { root }) => {
    if (typeof root.route === 'string' && root.params === undefined) {
      step.to = root.route
      delete step.params
    }
  }),
  inStep('back-becomes-itself', 'back', (step, { root }) => {
    if (typeof root.route !== 'string' || root.params !== undefined) return
    step.action = 'navigate'
    step.to = root.route
    delete step.steps
  }),
  inStep('resets-to-itself', 'resetTo', (step, { root }) => {
    if (typeof root.route === 'string' && root.params === undefined) step.to = root.route
  }),
  inFile('leaves-on-show', 'screens/', (root) => {
    if (typeof root.route === 'string') root.onShow = [{ action: 'back' }]
  }),
  inFile('led-away-on-show', 'screens/', (root) => {
    if (typeof root.route === 'string' && root.route !== '/pages/help/index')
      root.onShow = [{ action: 'navigate', to: '/pages/help/index', replace: true }]
  }),
  inFile('asked-on-show-for-ever', 'screens/', (root) => {
    if (typeof root.route === 'string' && isObject(root.queries))
      root.onShow = [{ action: 'refresh' }, { action: 'navigate', to: root.route }]
  }),
  inFile(
    'bar-lost',
    'screens/',
    (root) => {
      if (root.navigationBar === 'default') root.navigationBar = 'none'
    },
    'another control leads on',
  ),
  inFile('bar-doubled', 'screens/', (root) => {
    if (root.navigationBar === 'custom') root.navigationBar = 'default'
  }),
  inWidget(
    'back-button-without-handler',
    'NavBar',
    (node) => {
      delete node.on
    },
    'a tab needs no way back',
  ),
  inWidget('back-button-only-fetches', 'NavBar', (node) => {
    if (isObject(node.on) && node.on.back !== undefined) node.on.back = [{ action: 'refresh' }]
  }),
  inHandler(
    'sheet-never-closed',
    (steps) => {
      for (const [index, step] of steps.entries()) if (step.action === 'closeSheet') steps.splice(index, 1)
    },
    'the user can close the sheet',
  ),
  inHandler(
    'closed-before-done',
    (steps) => {
      if (steps.length > 1) steps.unshift({ action: 'closeSheet' })
    },
    'the handler is in a sheet',
  ),
  inHandler('nothing-after-leaving', (steps) => {
    if (steps.length > 1) steps.unshift({ action: 'back' })
  }),
  inQuery('payload-of-own-answer', (query, { path }) => {
    const payload = member(query, 'payload')
    const name = Object.keys(payload)[0]
    if (name !== undefined)
      payload[name] =
        `=${String(path[1])} == null ? ${JSON.stringify(payload[name]).startsWith('"=') ? String(payload[name]).slice(1) : "'x'"} : 'x'`
  }),
  inQuery('enabled-by-own-answer', (query, { path }) => {
    query.enabled = `=${String(path[1])} == null`
  }),
  inQuery('enabled-after-own-answer', (query, { path }) => {
    query.enabled = `=${String(path[1])} != null`
  }),
  inFile('queries-of-each-other', 'screens/', (root) => {
    const queries = isObject(root.queries) ? Object.entries(root.queries) : []
    const [first, second] = queries
    if (!first || !second || !isObject(first[1]) || !isObject(second[1])) return
    first[1].enabled = `=${second[0]} != null`
    second[1].enabled = `=${first[0]} != null`
  }),
  inQuery('enabled-never', (query) => {
    query.enabled = '=false'
  }),
  inQuery('payload-of-the-clock', (query) => {
    const payload = member(query, 'payload')
    for (const [name, value] of Object.entries(payload))
      if (/symbol/.test(String(value)))
        payload[name] =
          `=quote(${String(value).slice(1)}) != null ? ${String(value).slice(1)} : ${String(value).slice(1)}`
  }),
  inWidget(
    'change-sets-its-own-form',
    'Form',
    (node) => {
      const [name, value] = Object.entries(member(member(node, 'props'), 'initial'))[0] ?? []
      if (name === undefined || value === undefined || !isObject(node.on)) return
      node.on.change = [{ action: 'setFormValues', form: member(node, 'props').form ?? '', values: { [name]: value } }]
    },
    'a field can follow from another one',
  ),
  inStep('set-of-unknown-loop', 'set', (step, { root }) => {
    if (Object.hasOwn(member(root, 'state'), String(step.name))) step.value = `=state.${String(step.name)}`
  }),
]

export const wording: readonly Kind[] = [
  inObject('words-in-expression', (node) => {
    if (node.widget === 'Text' && isObject(node.props)) node.props.text = "='Your balance'"
  }),
  inObject(
    'words-joined',
    (node) => {
      if (
        node.widget === 'Text' &&
        isObject(node.props) &&
        typeof node.props.text === 'string' &&
        !node.props.text.startsWith('=')
      )
        node.props.text = `=text('${node.props.text}') + ' and more'`
    },
    'the text has arguments',
  ),
  inObject('words-plain', (node) => {
    if (typeof node.label === 'string' && !node.label.startsWith('=')) node.label = 'Press here'
  }),
  inObject('key-of-expression-lost', (node) => {
    if (typeof node.title === 'string' && node.title.startsWith('=')) node.title = node.title.slice(1)
  }),
  inObject('value-without-equals', (node) => {
    if (node.label !== undefined && typeof node.value === 'string' && /^=[\w.]+$/.test(node.value))
      node.value = node.value.slice(1)
  }),
  inObject('label-of-neighbour', (node) => {
    const items = node.items
    if (!Array.isArray(items)) return
    const [first, second] = items
    if (isObject(first) && isObject(second)) second.label = first.label ?? ''
  }),
  inObject('id-of-neighbour', (node) => {
    const items = node.items
    if (!Array.isArray(items)) return
    const [first, second] = items
    if (isObject(first) && isObject(second)) second.id = first.id ?? ''
  }),
  inObject(
    'labels-of-neighbours-exchanged',
    (node) => {
      const items = node.items
      if (!Array.isArray(items)) return
      const [first, second] = items
      if (!isObject(first) || !isObject(second)) return
      const kept = first.label ?? ''
      first.label = second.label ?? ''
      second.label = kept
    },
    'the texts are not named after the ids',
  ),
  inExpression(
    'texts-of-branches-equal',
    /(\? text\('[\w.]+')(.*) : text\('[\w.]+'/,
    "$1$2 : text('ui.ok'",
    'the text can be meant',
  ),
  inExpression(
    'texts-of-branches-exchanged',
    /(== '(\w+)') \? text\('([\w.]+\.\2)'\) : text\('([\w.]+)'\)/,
    "$1 ? text('$4') : text('$3')",
  ),
  inExpression('text-for-both', /\? text\('([\w.]+)'\) : text\('([\w.]+)'\)/, "? text('$1') : text('$1')"),
  inExpression('text-of-expression', /text\('([\w.]+)'\)/, 'text(session.mode)'),
  inExpression('unit-forgotten', /quantity\(([\w.]+)\) \+ ' ' \+ [\w.]+/, 'string($1)'),
  inExpression('amount-as-text', /money\(([\w.]+), [\w.']+\)/, 'string($1)'),
  inExpression('time-as-text', /\b(?:date|dateTime|relativeTime)\(([\w.]+)\)/, 'string($1)'),
  inExpression('amount-without-currency', /money\(([\w.]+), [\w.']+/, 'money($1', 'the currency is shown beside it'),
  inExpression('amount-in-number-format', /money\(([\w.]+), [\w.']+\)/, 'number($1)'),
  inExpression('quantity-as-money', /quantity\(([\w.]+)\)/, 'money($1)'),
  inFile('placeholder-of-other-engine', 'locales/en.json', (root) => {
    for (const [key, value] of Object.entries(root))
      if (/\{\{\w+\}\}/.test(String(value))) return void (root[key] = String(value).replace(/\{\{(\w+)\}\}/, '%s'))
  }),
  inFile('placeholder-half', 'locales/', (root) => {
    for (const [key, value] of Object.entries(root))
      if (/\{\{\w+\}\}/.test(String(value))) return void (root[key] = String(value).replace('}}', '}'))
  }),
  inFile('placeholder-single', 'locales/', (root) => {
    for (const [key, value] of Object.entries(root))
      if (/\{\{\w+\}\}/.test(String(value))) return void (root[key] = String(value).replace(/\{\{(\w+)\}\}/, '{$1}'))
  }),
  inFile('placeholder-translated', 'locales/de.json', (root) => {
    for (const [key, value] of Object.entries(root))
      if (/\{\{\w+\}\}/.test(String(value)))
        return void (root[key] = String(value).replace(/\{\{(\w+)\}\}/, '{{wert}}'))
  }),
  inFile('language-of-neighbour', 'locales/', (root) => {
    for (const [key, value] of Object.entries(root))
      if (/^[A-Z][a-z]+ [a-z]+$/.test(String(value))) return void (root[key] = 'Перевод')
  }),
  inFile('letter-of-other-script', 'locales/', (root) => {
    for (const [key, value] of Object.entries(root))
      if (/a/.test(String(value)) && !/\{\{/.test(String(value)))
        return void (root[key] = String(value).replace('a', 'а'))
  }),
  inFile('invisible-character', 'locales/', (root) => {
    for (const [key, value] of Object.entries(root))
      if (String(value).length > 6 && !/\{\{/.test(String(value)))
        return void (root[key] = `${String(value).slice(0, 3)}\u200b${String(value).slice(3)}`)
  }),
  inFile('choices-with-one-word', 'locales/', (root) => {
    if (root['spot.side.buy'] !== undefined && root['spot.side.sell'] !== undefined)
      root['spot.side.sell'] = root['spot.side.buy']
  }),
  inFile('account-with-one-word', 'locales/', (root) => {
    if (root['account.real'] !== undefined && root['account.demo'] !== undefined)
      root['account.demo'] = root['account.real']
  }),
  inFile('title-of-screen-lost', 'screens/', (root) => {
    if (root.navigationBar === 'default') delete root.title
  }),
]

export const writes: readonly Kind[] = [
  inStep(
    'fetches-nothing-after-write',
    'call',
    (step, { project }) => {
      if (effectOf(project, step.call) === 'read') return
      step.onSuccess = list(step, 'onSuccess').filter(({ action }) => action !== 'invalidate' && action !== 'refresh')
    },
    'the step leaves the screen, which fetches when it is shown',
  ),
  inStep('fetches-only-on-failure', 'call', (step, { project }) => {
    if (effectOf(project, step.call) === 'read' || step.onError === undefined) return
    const moved = list(step, 'onSuccess').filter(({ action }) => action === 'invalidate')
    step.onSuccess = list(step, 'onSuccess').filter(({ action }) => action !== 'invalidate')
    if (Array.isArray(step.onError)) step.onError.push(...moved)
  }),
  inHandler('fetches-before-write', (steps, { project }) => {
    for (const [index, step] of steps.entries()) {
      if (step.action !== 'call' || effectOf(project, step.call) === 'read') continue
      const moved = list(step, 'onSuccess').filter(({ action }) => action === 'invalidate')
      if (moved.length === 0) continue
      step.onSuccess = list(step, 'onSuccess').filter(({ action }) => action !== 'invalidate')
      return void steps.splice(index, 0, ...moved)
    }
  }),
  inStep(
    'invalidates-half',
    'invalidate',
    (step) => {
      const calls = strings(step.calls)
      if (calls.length > 2) step.calls = calls.slice(0, calls.length >> 1)
    },
    'after a failure nothing has changed',
  ),
  inStep(
    'invalidates-strangers',
    'invalidate',
    (step) => {
      if (Array.isArray(step.calls)) step.calls.push('news/list')
    },
    'after a failure anything can be fetched again',
  ),
  inStep('invalidates-twice', 'invalidate', (step) => {
    const [first] = strings(step.calls)
    if (first !== undefined && Array.isArray(step.calls)) step.calls.push(first)
  }),
  inStep('invalidates-none', 'invalidate', (step) => {
    step.calls = []
  }),
  inStep('invalidates-a-write', 'invalidate', (step) => {
    step.calls = ['wallet/out']
  }),
  inStep('refreshes-none', 'refresh', (step) => {
    if (Array.isArray(step.queries)) step.queries = []
  }),
  inStep('refreshes-twice', 'refresh', (step) => {
    const [first] = strings(step.queries)
    if (first !== undefined && Array.isArray(step.queries)) step.queries.push(first)
  }),
  inFile('changes-of-contract-lost', 'schemas/api/', (root) => {
    if (Array.isArray(root.changes) && root.changes.length > 0) root.changes = []
  }),
  inFile('write-becomes-read', 'schemas/api/', (root) => {
    if (root.effect === 'write') root.effect = 'read'
  }),
  inFile(
    'money-becomes-write',
    'schemas/api/',
    (root) => {
      if (root.effect === 'money') root.effect = 'write'
    },
    'only the contract says what moves money',
  ),
]

export const lint: readonly Kind[] = [
  inWidget('pull-fetches-nothing', 'Scroll', (node) => {
    if (isObject(node.on) && node.on.refresh !== undefined) node.on.refresh = [{ action: 'toast', text: 'success.set' }]
  }),
  inWidget('pull-without-queries', 'Scroll', (node, { root }) => {
    if (root.queries === undefined && root.route !== undefined) node.on = { refresh: [{ action: 'refresh' }] }
  }),
  inHandler('step-twice', (steps) => {
    const index = steps.findIndex(({ action }) => action === 'toast' || action === 'refresh' || action === 'invalidate')
    const step = steps[index]
    if (step) steps.splice(index, 0, structuredClone(step))
  }),
  inHandler('set-overwritten', (steps) => {
    const index = steps.findIndex(({ action }) => action === 'set')
    const step = steps[index]
    if (step) steps.splice(index, 0, structuredClone(step))
  }),
  inObject('key-constant', (node) => {
    if (typeof node.each === 'string') node.key = "='row'"
  }),
  inObject('key-of-other-row', (node, { root }) => {
    if (typeof node.each === 'string' && Object.keys(member(root, 'state'))[0] !== undefined)
      node.key = `=string(state.${Object.keys(member(root, 'state'))[0] ?? ''})`
  }),
  inExpression('compared-with-true', /^!([\w.]+)$/, '$1 == false'),
  inExpression('compared-with-false-text', /^!([\w.]+)$/, "$1 == 'false'"),
  inExpression('joined-with-empty', /^text\('([\w.]+)'\)$/, "text('$1') + ''"),
  inExpression('multiplied-by-one', /percentOf\(([\w.]+), ([\w.]+)\)/, "percentOf($1, $2) * decimal('1')"),
  inExpression('added-zero', /\b([a-z]\w*\.\w+) - ([\w.]+)/, "$1 - $2 + decimal('0')"),
  inQuery('refresh-each-second-here', (query) => {
    query.refreshSeconds = 1
  }),
  inQuery('same-call-twice', (query, { root, path }) => {
    const other = Object.entries(member(root, 'queries')).find(([name]) => name !== path[1])?.[1]
    if (isObject(other)) {
      query.call = other.call ?? ''
      query.payload = other.payload ?? {}
    }
  }),
  inWidget('cell-never-pressed', 'ListCell', (node) => {
    if (isObject(node.on) && isObject(node.props)) node.props.disabled = true
  }),
  inWidget('button-without-words', 'Button', (node) => {
    if (isObject(node.props)) node.props.label = ''
  }),
  inWidget('icon-button-without-icon', 'Button', (node) => {
    if (isObject(node.props) && node.props.iconOnly === true) delete node.props.icon
  }),
  inWidget('picture-without-words', 'Image', (node) => {
    if (isObject(node.props)) node.props.alt = ''
  }),
  inWidget('empty-look-always', 'EmptyState', (node) => {
    if (typeof node.visible === 'string') node.visible = '=true'
  }),
  inWidget('empty-look-reversed', 'EmptyState', (node) => {
    if (typeof node.visible === 'string') node.visible = node.visible.replace('== 0', '> 0')
  }),
  inWidget('rows-of-empty-list', 'List', (node) => {
    if (typeof node.visible === 'string') node.visible = node.visible.replace('> 0', '== 0')
  }),
  inWidget('more-of-other-query', 'List', (node, { root }) => {
    const more = isObject(node.on) ? list(node.on, 'more')[0] : undefined
    const other = Object.keys(member(root, 'queries')).find((name) => more && name !== more.query)
    if (more && other !== undefined) more.query = other
  }),
  inWidget('more-of-other-list', 'List', (node, { root }) => {
    if (!isObject(node.props) || typeof node.props.hasMore !== 'string') return
    const other = Object.keys(member(root, 'queries')).find(
      (name) => !String(member(node, 'props').hasMore).includes(name),
    )
    if (other !== undefined) node.props.hasMore = `=queries.${other}.hasMore`
  }),
  inFile(
    'permission-without-need',
    'screens/',
    (root) => {
      if (typeof root.route === 'string') root.allow = { 'frequent-refresh': 'The price moves.' }
    },
    'the screen may have the warning',
  ),
  inFile('rule-of-access-twice', 'screens/', (root) => {
    if (Array.isArray(root.access) && root.access[0] !== undefined) root.access.push(root.access[0])
  }),
  inFile('state-never-set', 'screens/', (root) => {
    if (isObject(root.state) && typeof root.route === 'string') root.state.extra = 0
  }),
]
