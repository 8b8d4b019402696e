import type { Json } from '../../../src/engine/language/expressions/program.ts'
import type { Schema } from '../contract/schema.ts'
import { asRecord } from '../source/jsonAccess.ts'

export type Liveness = 'off' | 'polite' | 'assertive'

/** Accessibility annotations of a widget: `x-a11y` of its schema file and `x-` keywords of its props. */
export interface A11yAnnotation {
  /** Props (`x-name`) and slots that give its accessible name. */
  names: readonly string[]
  content: readonly string[]
  /** It needs a name even if it is not interactive. */
  needsName: boolean
  /** It is interactive: always, or with a handler of this event. */
  control: boolean | string
  /** Interactive descendants allowed while the widget itself is interactive: none, controls beside its own surface, or any. */
  allowedDescendants: 'nothing' | 'controls' | 'anything'
  /** Token with the minimum size of the touch target. */
  target: string | undefined
  live: Liveness | undefined
  /** Level of its heading: fixed, or in a prop (`x-level`). */
  level: number | undefined
  levelProp: string | undefined
  /** Prop with the text alternative of a picture; null means decoration (`x-alt`). */
  alt: string | undefined
  /** Switches (`x-live`) that make it a polite live region. */
  liveProps: readonly string[]
  focusProps: readonly string[]
  /** Props whose values have their own target sizes (`x-target-size`). */
  targets: ReadonlyMap<string, Readonly<Record<string, Json>>>
  /** Props whose value is shown by colour (`x-color`), and the props of which one must convey the same. */
  colors: ReadonlyMap<string, { values: readonly Json[]; beside: readonly string[] }>
  /** Props with text. */
  texts: readonly string[]
  defaults: Readonly<Record<string, Json>>
}

const strings = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const stringOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads `x-a11y` of a widget and the annotations of its props. A missing or invalid value reads as its default. */
export function readA11yAnnotation(annotation: Json | undefined, props: Schema): A11yAnnotation {
  const raw = asRecord(annotation)
  const all = Object.entries(props.properties ?? {})
  const having = (keyword: `x-${string}`): string[] =>
    all.flatMap(([name, schema]) => (schema[keyword] === undefined ? [] : [name]))
  return {
    names: having('x-name'),
    content: strings(raw.content),
    needsName: raw.name === 'needed',
    control: typeof raw.control === 'string' ? raw.control : raw.control === true,
    allowedDescendants: raw.holds === 'controls' || raw.holds === 'anything' ? raw.holds : 'nothing',
    target: stringOf(raw.target),
    live: raw.live === 'off' || raw.live === 'polite' || raw.live === 'assertive' ? raw.live : undefined,
    level: typeof raw.level === 'number' ? raw.level : undefined,
    levelProp: having('x-level')[0],
    alt: having('x-alt')[0],
    liveProps: having('x-live'),
    focusProps: having('x-autofocus'),
    targets: new Map(
      all.flatMap(([name, schema]) =>
        schema['x-target-size'] === undefined ? [] : [[name, asRecord(schema['x-target-size'])]],
      ),
    ),
    colors: new Map(
      all.flatMap(([name, schema]) => {
        const colors = asRecord(schema['x-color'])
        return schema['x-color'] === undefined
          ? []
          : [[name, { values: list(colors.values), beside: strings(colors.beside) }]]
      }),
    ),
    texts: all.flatMap(([name, schema]) => (hasText(schema) ? [name] : [])),
    defaults: Object.fromEntries(
      all.flatMap(([name, schema]) => (schema.default === undefined ? [] : [[name, schema.default]])),
    ),
  }
}

/** Whether a schema contains a text at any depth. */
function hasText(schema: Schema): boolean {
  return (
    schema.format === 'text' ||
    (schema.items !== undefined && hasText(schema.items)) ||
    Object.values(schema.properties ?? {}).some(hasText)
  )
}
