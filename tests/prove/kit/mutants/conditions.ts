import { inExpression, inObject, inStep, inWidget, member } from './faults.ts'
import { isObject } from './project.ts'
import type { Kind, Obj } from './project.ts'

// Faults of conditions, branches and lists, written from the documents of the language.

const visibleOf = (node: Obj): string | null =>
  typeof node.visible === 'string' && node.visible.startsWith('=') ? node.visible.slice(1) : null
/** The first child that is a widget. */
const child = (node: Obj): Obj | undefined =>
  Array.isArray(node.children) ? node.children.filter(isObject).find((obj) => obj.widget !== undefined) : undefined

export const conditions: readonly Kind[] = [
  inExpression('operand-twice', /^([\w.]+ == '\w+') && .+$/, '$1 && $1'),
  inExpression('alternative-twice', /^([\w.]+ == '\w+') \|\| .+$/, '$1 || $1'),
  inExpression('both-of-two-values', /([\w.]+) == '(\w+)' \|\| \1 == '(\w+)'/, "$1 == '$2' && $1 == '$3'"),
  inExpression('value-and-not', /^([\w.]+) == '(\w+)'$/, "$1 == '$2' && $1 != '$2'"),
  inExpression('value-or-not', /^([\w.]+) == '(\w+)'$/, "$1 == '$2' || $1 != '$2'"),
  inExpression('branches-equal', /^([^?:{]+) \? ('[\w-]+') : '[\w-]+'$/, '$1 ? $2 : $2'),
  inExpression('asked-twice', /^([^?:{]+) \? ('[\w-]+') : ('[\w-]+')$/, "$1 ? $2 : $1 ? 'other' : $3"),
  inExpression('state-asked-twice', /^(state\.\w+ == '\w+') \? (.+) : (.+)$/, '$1 ? $2 : $1 ? $2 : $3'),
  inExpression('asked-in-own-branch', /^([\w.]+ == '\w+') \? ('[\w-]+') : ('[\w-]+')$/, '$1 ? ($1 ? $2 : $3) : $3'),
  inExpression('compared-with-itself', /^([\w.]+) == '\w+'$/, '$1 == $1'),
  inExpression('compared-with-itself-unequal', /^([\w.]+) (==|<|>) decimal\('0'\)$/, '$1 != $1'),
  inExpression('number-compared-with-itself', /^([\w.]+) > decimal\('0'\)$/, '$1 >= $1'),
  inExpression('not-not', /^!([\w.]+)$/, '!!!$1'),
  inExpression('null-asked-of-null', /([\w.]+) != null \? /, '$1 == null ? '),
  inExpression('null-never', /^([\w.]+) != null$/, '$1 != null && $1 == null'),
  inExpression('value-of-other-enumeration', /((?:state|params|session)\.\w+) == '\w+'/, "$1 == 'elsewhere'"),
  inExpression('value-nothing-sets', /(state\.\w+ == ')(\w+)'/, "$1$2s'"),
  inExpression('in-empty-list', /^([\w.]+) == '(\w+)'$/, '$1 in []'),
  inExpression('in-list-of-strangers', /^([\w.]+) == '(\w+)'$/, "$1 in ['$2x', '$2y']"),
  inExpression('constant-of-numbers', /^[\w.]+ == '\w+'$/, '1 == 1'),
  inExpression('filter-takes-all', /\.filter\((\w+), [^()]+\)/, '.filter($1, true)'),
  inExpression('filter-of-itself', /\.filter\((\w+), \1\.(\w+) == [\w.]+\)/, '.filter($1, $1.$2 == $1.$2)'),
  inExpression('filter-ignores-row', /\.filter\((\w+), \1\.(\w+) == ([\w.]+)\)/, '.filter($1, $3 == $3)'),
  inExpression(
    'filter-by-other-name',
    /\.filter\((\w+), \1\.(\w+) == (state\.\w+|forms\.\w+\.\w+)\)/,
    '.filter($1, $3 != $3)',
  ),
  inExpression('exists-for-all-rows', /\.exists\((\w+), [^()]+\)/, '.exists($1, true)'),
  inExpression('status-outside-schema', /([\w.]+\.status) == \d/, '$1 == 99'),
  inExpression('status-below-schema', /([\w.]+\.status) == \d/, '$1 < 0'),
  inExpression('status-always', /([\w.]+\.status) == \d/, '$1 >= 0'),
  inExpression('empty-id', /\b(\w+\.id) == ([\w.]+)/, "$1 == ''"),
  inExpression('access-rule-asked-again', /^(.+)$/, 'session.loggedIn && ($1)', 'the screen may be open to visitors'),
  inObject('condition-repeated-below', (node) => {
    const [condition, inner] = [visibleOf(node), child(node)]
    if (condition !== null && inner && inner.visible === undefined) inner.visible = `=${condition}`
  }),
  inObject('condition-contradicted-below', (node) => {
    const [condition, inner] = [visibleOf(node), child(node)]
    if (condition !== null && inner && inner.visible === undefined) inner.visible = `=!(${condition})`
  }),
  inObject('always-visible', (node) => {
    if (visibleOf(node) !== null) node.visible = '=true'
  }),
  inObject('never-visible', (node) => {
    if (visibleOf(node) !== null) node.visible = '=false'
  }),
  inObject('let-is-another', (node) => {
    const names = Object.keys(member(node, 'let'))
    const [first, second] = names
    if (first !== undefined && second !== undefined) member(node, 'let')[second] = `=${first}`
  }),
  inStep('if-branches-equal', 'if', (step) => {
    if (step.then !== undefined && step.else !== undefined) step.else = step.then
  }),
  inStep('if-branches-empty', 'if', (step) => {
    step.then = []
    delete step.else
  }),
  inStep('if-asked-again', 'if', (step) => {
    if (Array.isArray(step.then)) step.then = [{ action: 'if', condition: step.condition ?? '', then: step.then }]
  }),
  inStep('if-contradicted', 'if', (step) => {
    if (typeof step.condition === 'string' && Array.isArray(step.then))
      step.then = [{ action: 'if', condition: `=!(${step.condition.slice(1)})`, then: step.then }]
  }),
  inStep('if-constant', 'if', (step) => {
    step.condition = '=true'
  }),
  inStep('if-text', 'if', (step) => {
    step.condition = String(step.condition).slice(1)
  }),
  inWidget('disabled-for-ever', 'Button', (node) => {
    if (isObject(node.props) && typeof node.props.disabled === 'string') node.props.disabled = '=1 == 1'
  }),
  inWidget('disabled-never', 'Button', (node) => {
    if (isObject(node.props) && typeof node.props.disabled === 'string') node.props.disabled = '=1 == 2'
  }),
]
