import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Tooltip } from '@codemirror/view'
import {
  completionsAt,
  descriptionsOf,
  isInExpression,
  nameCompletions,
  namesInScope,
  schemaOfPath,
  schemasAt,
  writtenNameAt,
  type Completions,
  type CompletionSource,
} from '../../../codegen/compiler/service/index.ts'
import { nodeAt, parse, placeAt, setValue, sourceAt, toPath, type Place } from '../model/document.ts'
import type { JsonSchema } from '../compiler/protocol.ts'
import { localesOf } from '../model/texts.ts'
import type { Workspace } from '../model/workspace.ts'
import { modes, signatures } from '../product.ts'

const isScreen = (file: string): boolean => /^screens\/(?!shell)/.test(file)

/** The schema of a file: of the screen language, or of the fixtures of a screen. */
function schemaOf(workspace: Workspace, file: string): JsonSchema | null {
  const { schema, fixtureSchemas } = workspace.get()
  return isScreen(file) ? schema : (fixtureSchemas[file] ?? null)
}

/** Completes names and values from the schema of the screen language, and names in scope within an expression. */
export async function complete(
  context: CompletionContext,
  workspace: Workspace,
  file: string,
): Promise<CompletionResult | null> {
  const text = context.state.doc.toString()
  if (isScreen(file) && isInExpression(text, context.pos))
    return completeName(context, workspace, { file, text, place: placeAt(text, context.pos), offset: context.pos })
  const english = localesOf(workspace.get().files).en ?? {}
  const source: CompletionSource = { text, schema: schemaOf(workspace, file), english }
  return resultOf(completionsAt(source, context.pos, context.explicit))
}

/** Completes an expression with the names that are in scope at a path of a file. */
export async function completeExpression(
  context: CompletionContext,
  workspace: Workspace,
  file: string,
  place: Place,
): Promise<CompletionResult | null> {
  const text = withPlaceholder(workspace.get().files[file] ?? '', place)
  const offset = nodeAt(parse(text), place)?.offset
  return offset === undefined ? null : completeName(context, workspace, { file, text, place, offset: offset + 1 })
}

/** The document with an expression at a path, which may have none yet. */
const withPlaceholder = (text: string, place: Place): string =>
  nodeAt(parse(text), place)?.type === 'string' ? text : setValue(text, place, '=true')

interface ExpressionAt {
  file: string
  text: string
  place: Place
  /** An offset in the string of the expression. */
  offset: number
}

async function completeName(
  context: CompletionContext,
  { compiler, get }: Workspace,
  { file, text, place, offset }: ExpressionAt,
): Promise<CompletionResult | null> {
  const written = writtenNameAt(context.state.doc.toString(), context.pos, context.explicit)
  if (!written) return null
  const scope = await compiler.namesAt(file, text, offset, written.holder)
  const { files } = get()
  const names = namesInScope(text, place, files, modes)
  return resultOf(
    nameCompletions(written, context.pos, scope, (path) => schemaOfPath(path, names, files)?.schema, signatures),
  )
}

const resultOf = (completions: Completions | null): CompletionResult | null =>
  completions && {
    ...completions,
    options: completions.options.map(({ label, kind, insert, detail, description, rank = 0 }) => ({
      label,
      type: kind,
      boost: rank,
      ...(insert !== undefined && { apply: insert }),
      ...(detail !== undefined && { detail }),
      ...(description !== undefined && { info: description }),
    })),
  }

/**
 * Describes the value at an offset of what is shown from `start` of the file on: the type of the expression there, what the schema says of
 * it, and the words behind a text.
 */
export async function describe(workspace: Workspace, file: string, shown: number, start = 0): Promise<Tooltip | null> {
  const offset = shown + start
  const { files } = workspace.get()
  const schema = schemaOf(workspace, file)
  const text = files[file] ?? ''
  const place = placeAt(text, offset)
  const root = parse(text)
  const node = nodeAt(root, place)
  if (!node || place === '') return null
  const lines: string[] = []
  const source = sourceAt(text, place)
  if (node.type === 'string') {
    for (const [language, texts] of Object.entries(localesOf(files))) {
      const words = texts[String(node.value)] ?? texts[`${String(node.value)}_other`]
      if (words !== undefined) lines.push(`${language}: ${words}`)
    }
  }
  if (schema)
    for (const description of descriptionsOf(schemasAt(schema, root, toPath(place)), node.value))
      if (!lines.includes(description)) lines.unshift(description)
  const word = node.type === 'string' && text[node.offset + 1] === '=' ? wordAt(text, offset) : undefined
  const about =
    word === undefined
      ? undefined
      : schemaOfPath(word, namesInScope(text, place, files, modes), files)?.schema.description
  if (about !== undefined) lines.unshift(about)
  const typed = await typeInWords(workspace, file, offset)
  if (typed !== '') lines.unshift(typed)
  if (lines.length === 0 || source === undefined) return null
  return {
    pos: shown,
    above: true,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-hover'
      dom.textContent = lines.join('\n')
      return { dom }
    },
  }
}

/** The expression at an offset of a file with its type: "info.ways: a list of object (way)"; "" outside of expressions. */
export async function typeInWords({ compiler, get }: Workspace, file: string, offset: number): Promise<string> {
  const text = get().files[file] ?? ''
  if (!isScreen(file)) return ''
  const found = await compiler.typeAt(file, offset)
  return found ? `${text.slice(found.start, found.end)}: ${found.type}` : ''
}

/** The path of names that ends at the word at an offset: "info.ways". */
function wordAt(text: string, offset: number): string | undefined {
  const [before = ''] = /[\w.]*$/.exec(text.slice(Math.max(0, offset - 200), offset)) ?? []
  const [after = ''] = /^\w*/.exec(text.slice(offset)) ?? []
  return before + after === '' ? undefined : before + after
}
