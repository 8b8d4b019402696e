import { inExpression, inFile, inObject, inQuery, inStep, inWidget, member } from './faults.ts'
import { at, isObject, walk } from './project.ts'
import type { Kind, Obj } from './project.ts'

// Faults of limits, counts and indexes, and those off by one, written from the documents of the language.

const props = (node: Obj): Obj => member(node, 'props')

export const bounds: readonly Kind[] = [
  inExpression('second-of-first', /\.first\(\)/, '.take(1).at(1)'),
  inExpression('index-far-out', /\.first\(\)/, '.at(100000)'),
  inExpression('index-negative', /\.first\(\)/, '.at(-1)'),
  inExpression('index-of-written-list', /^([\w.]+) == '(\w+)'$/, "$1 == ['$2'][1]"),
  inExpression('index-beyond-sum-of-lists', /^([\w.]+) == '(\w+)'$/, "$1 == (['$2'] + ['$2x'])[2]"),
  inExpression('take-none', /\.take\((\d+)\)/, '.take(0)'),
  inExpression('take-negative', /\.take\((\d+)\)/, '.take(-$1)'),
  inExpression('take-more-than-all', /\.take\((\d+)\)/, '.take(1000000)'),
  inExpression('price-too-fine', /price\(([\w.]+), [\w.]+\)/, 'price($1, 13)'),
  inExpression('price-negative-digits', /price\(([\w.]+), [\w.]+\)/, 'price($1, -1)'),
  inExpression('size-never-negative', /size\(([\w.]+)\) > 0/, 'size($1) >= 0'),
  inExpression('size-below-zero', /size\(([\w.]+)\) == 0/, 'size($1) < 0'),
  inExpression('size-minus-one', /size\(([\w.]+)\) == 0/, 'size($1) == -1'),
  inExpression('size-beyond-most', /size\(([\w.]+)\) > 0/, 'size($1) > 100000'),
  inExpression('size-of-one-row', /size\(([\w.]+)\) > 0/, 'size($1.take(1)) > 1'),
  inExpression('percent-by-hand', /percentOf\(([\w.]+), ([\w.]+)\)/, "$1 * $2 / decimal('100')"),
  inExpression('percent-of-hundred-added', /percent\(([\w.]+)\)/, "percent($1 * decimal('100'))"),
  inExpression('percent-divided', /percent\(([\w.]+)\)/, "percent($1 / decimal('100'))"),
  inExpression('seconds-times-thousand', /\b(date|dateTime|relativeTime)\(([\w.]+)\)/, '$1($2 * 1000)'),
  inExpression('seconds-by-thousand', /\b(date|dateTime|relativeTime)\(([\w.]+)\)/, '$1($2 / 1000)'),
  inExpression('minutes-added', /\b(date|dateTime)\(([\w.]+)\)/, '$1($2 + 1440)', 'any number of seconds can be meant'),
  inExpression('minimum-of-itself', /\b(min|max)\(([\w.]+), ([\w.]+)\)/, '$1($2, $2)'),
  inExpression('amount-minus-itself', /([\w.]+) - ([\w.]+)(?=$| \?)/, '$1 - $1'),
  inObject('limits-exchanged-in-text', (node) => {
    const args = member(node, 'args')
    const [least, most] = [args.minimum, args.maximum]
    if (least === undefined || most === undefined) return
    args.minimum = most
    args.maximum = least
  }),
  inObject('limit-twice-in-text', (node) => {
    const args = member(node, 'args')
    if (args.minimum !== undefined && args.maximum !== undefined) args.maximum = args.minimum
  }),
  inObject('text-arguments-exchanged', (node) => {
    const args = member(node, 'args')
    const named = Object.entries(args).filter(
      ([name, value]) => typeof value === 'string' && new RegExp(`\\.${name}\\b`).test(value),
    )
    const [first, second] = named
    if (!first || !second) return
    args[first[0]] = second[1]
    args[second[0]] = first[1]
  }),
  inQuery('refresh-never-ends', (query) => {
    if (query.refreshSeconds !== undefined) query.refreshSeconds = 0
  }),
  inQuery('refresh-negative', (query) => {
    if (query.refreshSeconds !== undefined) query.refreshSeconds = -10
  }),
  inQuery('refresh-in-milliseconds', (query) => {
    if (typeof query.refreshSeconds === 'number') query.refreshSeconds *= 1000
  }),
  inQuery('refresh-half-second', (query) => {
    if (query.refreshSeconds !== undefined) query.refreshSeconds = 0.5
  }),
  inWidget('columns-of-none', 'Grid', (node) => {
    props(node).columns = 0
  }),
  inWidget('columns-too-many', 'Grid', (node) => {
    props(node).columns = 40
  }),
  inWidget('skeleton-of-none', 'Skeleton', (node) => {
    if (props(node).count !== undefined) props(node).count = 0
  }),
  inWidget('skeleton-of-thousand', 'Skeleton', (node) => {
    if (props(node).count !== undefined) props(node).count = 5000
  }),
  inWidget('one-tab', 'Tabs', (node) => {
    const { items } = props(node)
    if (Array.isArray(items)) items.splice(1)
  }),
  inWidget('one-segment', 'Segmented', (node) => {
    const { items } = props(node)
    if (Array.isArray(items)) items.splice(1)
  }),
  inWidget('segments-too-many', 'Segmented', (node) => {
    const { items } = props(node)
    if (Array.isArray(items))
      for (let more = 0; more < 8; more++) items.push({ id: `more${more}`, label: `month.${more + 1}` })
  }),
  inWidget('offer-of-no-time', 'Offer', (node) => {
    props(node).seconds = 0
  }),
  inWidget('row-of-no-height', 'List', (node) => {
    props(node).rowHeight = 0
  }),
  inWidget('precision-too-fine', 'Price', (node) => {
    props(node).precision = 20
  }),
  inWidget('gauge-below-zero', 'Gauge', (node) => {
    props(node).maximum = -1
  }),
  inStep('back-no-steps', 'back', (step) => {
    step.steps = 0
  }),
  inStep('back-negative', 'back', (step) => {
    step.steps = -1
  }),
  inStep('toast-of-nothing', 'toast', (step) => {
    step.text = ''
  }),
  inFile('state-outside-values', 'screens/', (root) => {
    for (const value of Object.values(member(root, 'state')))
      if (isObject(value) && Array.isArray(at(value, ['type', 'enum']))) value.value = 'other'
  }),
  inFile('parameter-default-outside', 'screens/', (root) => {
    for (const value of Object.values(member(root, 'params')))
      if (isObject(value) && Array.isArray(value.enum)) value.default = 'other'
  }),
  inFile('maximum-below-minimum', 'schemas/entities/', (root) => {
    for (const { value } of walk(root))
      if (isObject(value) && typeof value.minimum === 'number') return void (value.maximum = value.minimum - 1)
  }),
  inFile(
    'list-of-no-items',
    'schemas/entities/',
    (root) => {
      for (const { value } of walk(root))
        if (isObject(value) && value.type === 'array') return void (value.maxItems = 0)
    },
    'the list is of another file',
  ),
]
