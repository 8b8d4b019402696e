import { UsedNames } from '../source/names/usedNames.ts'
import type { NameKind } from '../source/names/usedNames.ts'
import type { State, DeclaredQuery } from '../contract/declarations.ts'
import type { Mention, SymbolRef } from '../source/names/mention.ts'
import type { Range, Source } from '../source/source.ts'
import { offsetInString, toRange } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { Reporter } from '../source/findings/reporter.ts'
import type { Advice, RuleReport } from '../source/findings/diagnostics.ts'
import type { Contract } from '../contract/contract.ts'
import { ExpressionInference } from '../infer/infer.ts'
import type { Inference, TypeEnv } from '../infer/inference.ts'
import type { Typed } from '../infer/inference.ts'
import { parseExpression } from '../infer/ast.ts'
import type { ASTNode } from '../infer/ast.ts'
import type { Scope } from '../infer/scope.ts'
import type { ProjectIndex } from '../projectIndex.ts'
import type { Type } from '../infer/types.ts'
import type { Found } from '../events.ts'
import type { RuleSet } from '../ruleSet.ts'
import type { Message } from '../source/textCatalogue.ts'

/** Gets a type and the range of its expression in the file. */
export type TypeObserver = (type: Type, range: Range, scope: Scope) => void

/** A screen or part being compiled: its reporter, its declarations and the names it uses. */
export class CompilationUnit {
  readonly used = new UsedNames()
  readonly states = new Map<string, State>()
  readonly queries = new Map<string, DeclaredQuery>()
  /** A part's parameters. */
  params: ReadonlySet<string> = new Set()
  /** Parameters sent with a money call. */
  readonly sent = new Set<string>()
  /** Forms whose drafts are read or filled, with the range of the step that fills one. */
  readonly drafts = new Map<string, Range | undefined>()
  /** Names declared by "let". */
  readonly named: { name: string; at: Range; path: string; used: boolean }[] = []
  readonly reporter: Reporter
  /** Objects with a member of an unknown name: it may be any of those that are missing. */
  readonly misnamed = new WeakSet<JsonNode>()
  /** Access rules of the screen. */
  access: ReadonlySet<string> = new Set()
  nodes = 0
  depth = 0
  /** Repeaters within repeaters. */
  repeaters = 0
  /** Greatest number of rows that repeaters within repeaters make. */
  rows = 1
  /** Access rules that the calls of a part require, each with the id of a call. */
  readonly requiredRules = new Map<string, string>()
  /** The part closes a sheet, so it may be used only inside one. */
  closesSheet = false
  /** Gets the type of each expression, and of each expression within it. */
  observeType: TypeObserver | undefined

  constructor(
    readonly source: Source,
    readonly contract: Contract,
    public projectIndex: ProjectIndex,
    readonly kind: 'screen' | 'part',
    readonly id: string,
  ) {
    this.reporter = new Reporter(source, projectIndex.rules)
  }

  get rules(): RuleSet {
    return this.reporter.rules
  }

  use(kind: NameKind, name: string): void {
    this.used[kind].add(name)
  }

  /** Name of a state or query in the lowered form. In a part it is a by-reference parameter, replaced in each use. */
  local(name: string): string {
    return this.kind === 'part' ? `${this.id}:${name}` : name
  }

  /** Records that a position of the file names a symbol: a string, or a range that has the name alone. */
  mention(
    { kind, name, owner }: SymbolRef,
    at: JsonNode | Range,
    { declares, composed }: Pick<Mention, 'declares' | 'composed'> = {},
  ): void {
    const { start, end } = toRange(at)
    const quotes = 'offset' in at ? 1 : 0
    const mention: Mention = {
      kind,
      name,
      ...(owner !== undefined && { owner }),
      start: start + quotes,
      end: end - quotes,
      ...(declares && { declares }),
      ...(composed && { composed }),
    }
    this.used.mentions.push(mention)
  }

  /** A name that is declared in this screen; in a part all of them are parameters. */
  own(kind: 'state' | 'query' | 'param', name: string): SymbolRef {
    return { kind: this.kind === 'part' ? 'param' : kind, name, owner: this.source.file }
  }

  report(report: RuleReport, at: JsonNode | Range, path: string): void {
    this.reporter.report(report, toRange(at), path)
  }

  emit(found: Found, at: JsonNode | Range, path: string): void {
    for (const report of this.rules.reportsOf(found)) this.report(report, at, path)
  }

  /**
   * Parses and types the expression in a string value from its character `skip` on; `use` says how it is inferred.
   * Undefined when it cannot be parsed (which is then reported).
   */
  expression(
    node: JsonNode,
    skip: number,
    path: string,
    use: (inference: Inference, ast: ASTNode) => Typed,
  ): (Typed & { ast: ASTNode }) | undefined {
    const text = String(node.value).slice(skip)
    const rangeIn = (start: number, end: number): Range => {
      const from = offsetInString(this.source, node, skip + start)
      return { start: from, end: Math.max(from + 1, offsetInString(this.source, node, skip + end)) }
    }
    const parsed = parseExpression(text)
    if ('fault' in parsed) {
      this.emit(
        { event: 'expressionNotParsed', text, fault: parsed.fault },
        rangeIn(parsed.fault.start, parsed.fault.end),
        path,
      )
      return undefined
    }
    let contradicts = false
    this.rules.emit('expression', { text, ast: parsed.ast }, (report, at) => {
      contradicts ||= report.rule.contradiction === 'found'
      this.report(report, at ? rangeIn(at.start, at.end) : node, path)
    })
    const emit = (found: Found, at: Range): void => {
      for (const report of this.rules.reportsOf(found)) {
        // Consequences of a contradiction would repeat its finding.
        if (contradicts && report.rule.contradiction !== undefined) continue
        const suggestion = toFileEdits(report.suggestion, rangeIn)
        this.report({ ...report, suggestion }, rangeIn(at.start, at.end), path)
      }
    }
    const inference = new ExpressionInference(
      this.#env(),
      this,
      emit,
      (symbol, at, composed) => this.mention(symbol, rangeIn(at.start, at.end), composed && { composed }),
      this.observeType && ((type, at, scope) => this.observeType?.(type, rangeIn(at.start, at.end), scope)),
    )
    return { ...use(inference, parsed.ast), ast: parsed.ast }
  }

  /** The type of an expression that is compiled, and whose findings are reported, elsewhere. */
  typeOf(text: string, scope: Scope): (Typed & { ast: ASTNode }) | undefined {
    const parsed = parseExpression(text)
    if ('fault' in parsed) return undefined
    return { ...new ExpressionInference(this.#env(), this, () => {}).infer(parsed.ast, scope), ast: parsed.ast }
  }

  #env(): TypeEnv {
    return {
      texts: this.contract.texts,
      signatures: this.contract.signatures,
      named: (name) => this.contract.named(name),
      known: (name) => scopeHint(name, this.contract),
    }
  }

  condition(node: JsonNode, path: string, scope: Scope): (Typed & { ast: ASTNode }) | undefined {
    return this.expression(node, 1, path, (inference, ast) => inference.condition(ast, scope))
  }
}

/** Advice for a name that only the branches of some actions bind. */
function scopeHint(name: string, { actions }: Contract): Message | undefined {
  if (name === 'event') return { code: 'advice/scopeOfEvent' }
  if (name === 'form') return { code: 'advice/scopeOfForm' }
  const branches = new Set(
    [...actions.values()].flatMap((action) =>
      Object.entries(action.branches).flatMap(([branch, { as }]) => (as === name ? [`"${branch}"`] : [])),
    ),
  )
  return branches.size > 0
    ? { code: 'advice/scopeOfBranch', params: { name, branches: [...branches].join(' and ') } }
    : undefined
}

/** A fix of an expression in its file, where it is a JSON string in double quotes. */
function toFileEdits(
  suggestion: Advice | undefined,
  context: (start: number, end: number) => Range,
): Advice | undefined {
  if (!suggestion?.fix) return suggestion
  const { title, edits } = suggestion.fix
  return {
    ...suggestion,
    fix: {
      title,
      edits: edits.map(({ start, end, text }) => ({
        ...rangeOfEdit(start, end, context),
        text: JSON.stringify(text).slice(1, -1),
      })),
    },
  }
}

/** A range in an expression; an empty range stays empty. */
const rangeOfEdit = (start: number, end: number, context: (start: number, end: number) => Range): Range => ({
  start: context(start, end).start,
  end: end > start ? context(start, end).end : context(start, end).start,
})

/** Whether a string is an expression: it starts with "=", but not with "==". */
export const isExpression = (node: JsonNode): boolean =>
  node.type === 'string' && String(node.value).startsWith('=') && !String(node.value).startsWith('==')
/** The text of a string value: "==x" is the text "=x". */
export const plainText = (node: JsonNode): string =>
  String(node.value).startsWith('==') ? String(node.value).slice(1) : String(node.value)
