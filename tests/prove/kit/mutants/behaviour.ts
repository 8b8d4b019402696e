import { exchange, inExpression, inFile, inQuery, inStep, inWidget, member, rowsOf } from './faults.ts'
import { edit, isObject, programs, put, show, strings, walk } from './project.ts'
import type { Kind, Obj } from './project.ts'

// Faults in what a screen does: shown in the wrong case, limits of another value, controls that cannot be used, lost answers.

const TEST = /^=([\w.]+) (==|!=) (null|'\w+'|true|false)$/

/** The second of two nodes with opposite tests gets the condition of the first. */
const sameCase: Kind = {
  name: 'shown-in-same-case',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const { value, path } of walk(root)) {
        if (!Array.isArray(value)) continue
        const nodes = value.flatMap((node, index) => {
          const found = isObject(node) && typeof node.visible === 'string' ? TEST.exec(node.visible) : null
          return found ? [{ index, visible: found[0], subject: found[1] }] : []
        })
        for (const [at, second] of nodes.entries()) {
          const first = nodes
            .slice(0, at)
            .find((node) => node.subject === second.subject && node.visible !== second.visible)
          if (!first || nodes.filter((node) => node.subject === second.subject).length !== 2) continue
          yield edit(project, file, `${show([...path, second.index])}: ${first.visible}`, (copy) =>
            put(copy, [...path, second.index, 'visible'], first.visible),
          )
        }
      }
  },
}

export const shown: readonly Kind[] = [
  sameCase,
  inExpression('field-of-other-value', /== '(\w+)' \? (\w+)\.\1 : (\w+)\.(\w+)/, "== '$1' ? $2.$4 : $3.$1"),
]

const boundsOf = ({ props }: Obj): Obj[] => Object.values(member(props, 'bounds')).filter(isObject)

export const limits: readonly Kind[] = [
  inWidget('maximum-written-out', 'Form', (node) => {
    for (const bound of boundsOf(node)) if (typeof bound.maximum === 'string') bound.maximum = "=decimal('5000')"
  }),
  inWidget('minimum-written-out', 'Form', (node) => {
    for (const bound of boundsOf(node)) if (typeof bound.minimum === 'string') bound.minimum = "=decimal('10')"
  }),
  inWidget('maximum-lost', 'Form', (node) => {
    for (const bound of boundsOf(node)) if (/\.minimum\b/.test(String(bound.minimum))) delete bound.maximum
  }),
  inWidget('maximum-of-larger', 'Form', (node) => {
    for (const bound of boundsOf(node))
      if (typeof bound.maximum === 'string')
        bound.maximum = bound.maximum.replace(/\bmin\(([\w.]+), ([\w.]+)\)/, 'max($1, $2)')
  }),
  inWidget('step-of-minimum', 'Form', (node) => {
    for (const bound of boundsOf(node))
      if (/\.minimum\b/.test(String(bound.minimum)) && bound.step !== undefined) bound.step = bound.minimum ?? null
  }),
  inWidget('minimum-above-maximum', 'Form', (node) => {
    for (const bound of boundsOf(node))
      if (typeof bound.minimum === 'string') bound.minimum = bound.minimum.replace(/\bmin\(/, 'max(')
  }),
]

const FIRST_FIELD = (form: string, { documents }: { documents: ReadonlyMap<string, Obj> }): string | undefined =>
  Object.keys(member(member(documents.get(`schemas/forms/${form}.json`), 'schema'), 'properties'))[0]

export const usable: readonly Kind[] = [
  inWidget('choices-of-one-id', 'Form', ({ props }) => {
    const choices = member(props, 'choices')
    for (const [field, items] of Object.entries(choices))
      if (typeof items === 'string') choices[field] = items.replace(/'id': [\w.]+/, "'id': 'USDT'")
  }),
  inWidget('unit-of-parameter', 'Form', ({ props }, { root }) => {
    const currency = Object.entries(member(root, 'params')).find(
      ([, inner]) => isObject(inner) && inner.format === 'currency',
    )
    const units = member(props, 'units')
    if (currency && units.amount !== undefined) units.amount = `=params.${currency[0]}`
  }),
  inWidget('enabled-while-empty', null, ({ props }) => {
    if (isObject(props) && typeof props.disabled === 'string')
      props.disabled = props.disabled.replace(/^=state\.(\w+) == ''$/, "=state.$1 != ''")
  }),
  inWidget('enabled-while-unresolved', null, ({ props }) => {
    if (isObject(props) && typeof props.disabled === 'string')
      props.disabled = props.disabled.replace(/ && !\(('[\w/]+' in device\.unresolvedPayments)\)$/, ' || !($1)')
  }),
  inWidget('cleared-at-each-change', 'Form', (node, { project }) => {
    const form = isObject(node.props) ? String(node.props.form) : ''
    const field = FIRST_FIELD(form, project)
    if (field !== undefined && member(node, 'on').change === undefined)
      node.on = { ...member(node, 'on'), change: [{ action: 'setFormValues', form, clear: [field] }] }
  }),
  inFile('zero-accepted', 'schemas/forms/', (root) => {
    for (const rule of rowsOf(root, 'rules'))
      rule.check = String(rule.check).replace(/^=(\w+) > decimal\('0'\)$/, "=$1 >= decimal('0')")
  }),
  inFile('repetition-of-other-field', 'schemas/forms/', (root) => {
    const names = Object.keys(member(member(root, 'schema'), 'properties'))
    for (const rule of rowsOf(root, 'rules')) {
      const found = /^=(\w+) == (\w+Confirm)$/.exec(String(rule.check))
      const other = names.find((name) => name !== found?.[1] && name !== found?.[2])
      if (found && other !== undefined) rule.check = `=${other} == ${found[2] ?? ''}`
    }
  }),
  inStep('choice-not-read', 'set', (step) => {
    if (step.value === '=event.value') step.value = '=session.mode'
  }),
]

export const lost: readonly Kind[] = [
  inStep('token-of-answer-lost', 'call', (step) => {
    if (!rowsOf(step, 'onSuccess').some(({ action }) => action === 'login')) return
    step.onSuccess = rowsOf(step, 'onSuccess').filter(({ action }) => action !== 'login')
  }),
  inStep('answer-written-out', 'call', (step) => {
    for (const row of rowsOf(step, 'onSuccess'))
      if (row.action === 'set' && /^=result\.\w+$/.test(String(row.value))) row.value = 'done'
  }),
  inStep('upload-exchanged', 'upload', (step) => {
    const [first, second] = rowsOf(step, 'onSuccess').filter(({ action }) => action === 'set')
    if (!first || !second) return
    const held: Obj = { first: first.value ?? null, second: second.value ?? null }
    exchange(held, 'first', 'second')
    first.value = held.first ?? null
    second.value = held.second ?? null
  }),
  inQuery('empty-leads-to-itself', (query, { root }) => {
    for (const node of rowsOf(query, 'empty'))
      for (const steps of Object.values(member(node, 'on')))
        for (const step of Array.isArray(steps) ? steps.filter(isObject) : [])
          if (step.action === 'navigate' && strings([root.route]).length > 0) {
            step.to = root.route ?? ''
            delete step.params
          }
  }),
]
