import { patterns } from '../../../src/engine/language/forms/schemaFormats.ts'
import { LIMITS } from '../../../src/engine/language/expressions/program.ts'
import { REF_KINDS } from '../../compiler/contract/schemaRef.ts'
import { ANNOTATIONS, FORMATS, KEYWORDS, SCHEMA_LIMITS, UNITS, USES } from '../../compiler/contract/dialect.ts'
import { INPUT_LIMITS, LIMIT_DESCRIPTIONS } from '../../compiler/source/limits.ts'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
const code = (text: string): string => `\`${text}\``
const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ')

/** The dialect of the schemas and the bounds of a project, as the documentation shows them. */
export function dialectTable(): string {
  const named = [...FORMATS].filter((name) => !Object.hasOwn(USES, name))
  return [
    table(
      ['keyword', 'belongs to', 'what it says'],
      Object.entries(KEYWORDS).map(([name, { of, about }]) => [code(name), of, about]),
    ),
    `Units: ${[...UNITS].map(code).join(', ')}. A schema has at most ${SCHEMA_LIMITS.depth} levels, ${SCHEMA_LIMITS.properties} properties in an object and ${SCHEMA_LIMITS.branches} branches in a \`oneOf\`.`,
    table(
      ['format', 'what the text is'],
      [
        ...named.map((name) => [
          code(name),
          patterns[name]
            ? code(patterns[name].source)
            : 'checked by a function of `src/engine/language/forms/schemaFormats.ts`',
        ]),
        ...Object.entries(USES).map(([name, about]) => [code(name), about]),
      ],
    ),
    table(
      ['annotation', 'allowed on', 'what it says'],
      Object.entries(ANNOTATIONS).map(([name, { on, about }]) => [code(name), on.join(', '), about]),
    ),
    table(
      ['kind of `x-ref`', 'the value is'],
      Object.entries(REF_KINDS).map(([kind, about]) => [code(kind), about]),
    ),
    'Limits, checked before the work that they bound:',
    table(
      ['at most', 'of'],
      [
        [number(LIMITS.bytes), 'bytes of a screen or part'],
        [number(LIMITS.nodes), 'nodes of a screen, parts counted where they are used'],
        [number(LIMITS.depth), 'levels of a screen'],
        [number(LIMITS.toolbar), 'nodes of a toolbar'],
        ...Object.entries(INPUT_LIMITS).map(([name, limit]) => [
          number(limit),
          LIMIT_DESCRIPTIONS[name as keyof typeof INPUT_LIMITS],
        ]),
      ],
    ),
  ].join('\n\n')
}
