import type { Diagnostic } from '../compiler/protocol.ts'
import { callsOf } from '../model/calls.ts'
import { nodeAt, parse } from '../model/document.ts'
import { nameOf } from '../model/fileNames.ts'
import { capital, titleOf, wordsOf } from '../model/titles.ts'
import { actionsOf, widgetsOf } from '../model/vocabulary.ts'

/** A problem in words that need no knowledge of the code. */
export interface Plain {
  message: string
  /** What to do; undefined where a button beside it does it, or where only code could say it. */
  hint?: string | undefined
}

type Problem = Pick<Diagnostic, 'file' | 'rule' | 'message' | 'suggestion' | 'path'>
type Files = Readonly<Record<string, string>>

interface Words {
  /** The title of a property of a widget. */
  prop(widget: string, name: string): string
  action(name: string): string
  argument(action: string, name: string): string
  /** What a call does, as a sentence without its full stop. */
  call(name: string): string
  /** The title of the property that the problem is in; “This” where it is in none. */
  subject: string
  /** The problem is in the condition of a node. */
  isCondition: boolean
  /** The compiler's advice, where it needs no knowledge of the code. */
  advice: string | undefined
}

interface Sentence {
  /** The sentence of the compiler. */
  match: RegExp
  /** The places of the file at which it is said so; without it, anywhere. */
  at?: RegExp
  say: (words: Words, groups: readonly string[]) => Plain
}

/** What a screen lacks that its author would not know by its name in the code. */
const SENTENCES: readonly Sentence[] = [
  {
    match: /^(\w+) needs the prop "(\w+)"\.$/,
    say: ({ prop }, [widget = '', name = '']) => ({
      message: `“${prop(widget, name)}” of this ${wordsOf(widget)} is not filled in yet.`,
      hint: 'Fill it in under Properties.',
    }),
  },
  {
    match: /^The part "([^"]*)" needs "(\w+)"\.$/,
    say: (_words, [part = '', name = '']) => ({
      message: `“${titleOf(name)}” of the part ${part} is not filled in yet.`,
      hint: 'Fill it in under Properties.',
    }),
  },
  {
    match: /^"(\w+)" needs "(\w+)"\.$/,
    say: ({ action, argument }, [name = '', member = '']) => ({
      message: `The step “${action(name)}” lacks “${argument(name, member)}”.`,
      hint: 'Choose it in the step, under “What happens”.',
    }),
  },
  {
    match: /^"([\w/]+)" needs "payload" with (.*)\.$/,
    say: ({ call }, [name = '', members = '']) => ({
      message: `“${call(name)}” also needs: ${namesIn(members)}.`,
      hint: 'Fill it in under “What is sent”.',
    }),
  },
  {
    match: /^"([^"]*)" needs "params" with (.*)\.$/,
    say: (_words, [, members = '']) => ({
      message: `A link to that screen has to say: ${namesIn(members)}.`,
      hint: 'Fill it in under “What the link says”.',
    }),
  },
  {
    match: /^No screen has the route "(.*)"\.$/,
    say: (_words, [route = '']) => ({
      message: route === '' ? 'This leads nowhere yet.' : `No screen has the address “${route}”.`,
      hint: 'Press “Choose a screen …” in the step.',
    }),
  },
  {
    match: /^"([^"]*)" of this (\w+) is empty, so nothing is shown\.$/,
    say: ({ prop }, [name = '', widget = '']) => ({
      message: `“${prop(widget, name)}” of this ${wordsOf(widget)} is empty, so nothing is shown.`,
      hint: 'Add something to it under Properties, or delete it in the outline.',
    }),
  },
  {
    match: /^"([^"]*)" of this (\w+) is an empty text, so nothing is shown\.$/,
    say: ({ prop }, [name = '', widget = '']) => ({
      message: `“${prop(widget, name)}” of this ${wordsOf(widget)} has no words, so nothing is shown.`,
      hint: 'Write the words under Properties.',
    }),
  },
  {
    match: /^This (\w+) does nothing: nothing handles its "(\w+)"\.$/,
    say: (_words, [widget = '']) => ({
      message: `This ${wordsOf(widget)} does nothing when it is used.`,
      hint: 'Add a step under “What happens”.',
    }),
  },
  {
    match: /^This handler has no step, so nothing happens\.$/,
    say: () => ({ message: 'No step follows here, so nothing happens.', hint: 'Add a step under “What happens”.' }),
  },
  {
    match: /^"([^"]*)" moves money, and there is no confirm step before it\.$/,
    say: ({ call }, [name = '']) => ({
      message: `“${call(name)}” moves money, and the user is not asked before it.`,
      hint: 'Put the step “Ask for a yes” before it, with the amount among its facts.',
    }),
  },
  {
    match: /^"([^"]*)" moves money and has no "onError" branch.*\.$/,
    say: ({ call }, [name = '']) => ({
      message: `“${call(name)}” moves money, and nothing happens if it fails.`,
      hint: 'Add a step under “If it fails”.',
    }),
  },
  {
    match: /^This runs after "([^"]*)" even when it has failed\.$/,
    say: ({ call }, [name = '']) => ({
      message: `This runs after “${call(name)}” even if that has failed.`,
      hint: 'Put it into “If it succeeds” or “If it fails” of that step.',
    }),
  },
  {
    match: /^"([^"]*)" needs a session, and this screen opens without one\.$/,
    say: ({ call }, [name = '']) => ({
      message: `“${call(name)}” is only for users who are logged in, and everybody can open this screen.`,
    }),
  },
  {
    match: /^"([^"]*)" requires the access rule "(\w+)", and the screen does not\.$/,
    say: ({ call }, [name = '', rule = '']) => ({
      message: `“${call(name)}” is only for users with “${wordsOf(rule)}”, and others can open this screen too.`,
    }),
  },
  {
    match: /^"([^"]*)" changes (.*), and what is shown of (?:it|them) stays old\.$/,
    say: ({ call }, [name = '']) => ({
      message: `“${call(name)}” changes data that screens show, and they go on showing the old one.`,
      hint: 'Add the step “Fetch again what has changed” under “If it succeeds”.',
    }),
  },
  {
    match: /^(.+) may be empty \(null\) here\.$/,
    say: (_words, [value = '']) => ({
      message: `${valueWords(value)} may be empty here.`,
      hint: 'Show this only while it has a value, or say what to show instead.',
    }),
  },
  {
    match: /^There are no words here yet\.$/,
    at: /^rules\/\d+\/message$/,
    say: () => ({ message: 'A rule does not say yet why it refuses.', hint: 'Write what the user reads.' }),
  },
  {
    match: /^The user fills "([^"]*)" of the form "[^"]*", and nothing that is sent reads it\.$/,
    say: (_words, [field = '']) => ({
      message: `The user fills in “${titleOf(field)}”, and it is not sent.`,
      hint: 'Add it under “What is sent”, or remove the field from the form.',
    }),
  },
  {
    match: /^There is no text "([^"]+)" in locales\/en\.json\.$/,
    say: (_words, [key = '']) => ({
      message: `There are no words for the text “${key}”.`,
      hint: 'Write the words where it is shown.',
    }),
  },
  {
    match: /^Nothing shows the text "([^"]*)"\.$/,
    say: (_words, [key = '']) => ({
      message: `Nothing shows the text “${key}”.`,
      hint: 'Show it on a screen, or delete it in the table of texts.',
    }),
  },
  {
    match: /^There are no words here yet\.$/,
    say: () => ({ message: 'Nothing is written here yet.', hint: 'Write the words.' }),
  },
  {
    match: /^(?:There is|The screen has) no query "(.+)"\.$/,
    say: (_words, [name = '']) => ({
      message: `The data “${name}” is not among the data of this screen, and is used here.`,
      hint: 'Press Undo to bring it back, or delete what shows it.',
    }),
  },
  {
    match: /^There is no "(.+)" here\.$/,
    say: (_words, [name = '']) => ({
      message: `“${name}” is none of the values that can be used here.`,
      hint: 'Choose a value that is offered.',
    }),
  },
  {
    match: /^A condition is an expression: "=…"\.$/,
    say: () => NO_CONDITION,
  },
  {
    match: /^(?:This is not an expression: .*|The expression (?:is empty|ends too early))\.$/,
    say: ({ subject, isCondition }) =>
      isCondition
        ? NO_CONDITION
        : {
            message: `${subject} cannot be calculated from what is written here.`,
            hint: 'Choose a value of the data, or press ƒx to write a fixed one.',
          },
  },
  {
    match: /^"(?:[=!]=|[<>]=?)" does not work on (.+) and (.+)\.$/,
    say: (_words, [left = '', right = '']) => ({ message: `${capital(left)} cannot be compared with ${right}.` }),
  },
  {
    match:
      /^This (?:list )?((?:is (?:below the least|above the greatest) value,|is (?:shorter|longer) than|needs at least|takes at most) .+)\.$/,
    say: ({ subject, advice }, [limit = '']) => ({ message: `${subject} ${limit}.`, hint: advice }),
  },
  {
    match: /^"?(.+?)"? is not one of the allowed values: (.+)\.$/,
    say: ({ subject }, [value = '', all = '']) => ({
      message: `${subject} cannot be “${value}”.`,
      hint: `Choose one of these: ${all.replaceAll('"', '')}.`,
    }),
  },
  {
    match: /^Nothing leads to "([^"]*)"\.$/,
    say: () => ({ message: 'Nothing leads to this screen yet.' }),
  },
  {
    match: /^Nothing reads the (state|parameter) "(\w+)"\.$/,
    say: (_words, [kind = '', name = '']) => ({
      message:
        kind === 'state'
          ? `“${wordsOf(name)}” is remembered, and nothing on the screen uses it.`
          : `A link says “${wordsOf(name)}”, and nothing on the screen uses it.`,
      hint: 'Use it, or remove it from the screen.',
    }),
  },
  {
    match: /^The field "([^"]*)" has no label\.$/,
    say: (_words, [field = '']) => ({
      message: `The field “${wordsOf(field)}” has no label.`,
      hint: 'Write its label.',
    }),
  },
]

const NO_CONDITION: Plain = {
  message: 'What is written here is no condition.',
  hint: 'Remove it, and build it with “Add a condition”.',
}

/** The sentences of the compiler that have words of their own here. */
export const KNOWN_SENTENCES: readonly RegExp[] = SENTENCES.map(({ match }) => match)

const namesIn = (members: string): string =>
  [...members.matchAll(/"(\w+)"/g)].map(([, name = '']) => wordsOf(name)).join(', ')

/** An expression by its last name: “Nickname” of "session.user.nickname". */
function valueWords(source: string): string {
  const name = /^[\w.]+$/.test(source) ? source.split('.').at(-1) : undefined
  return name === undefined ? 'A value' : `“${titleOf(name)}”`
}

/** Rules of files that are no JSON. */
const BROKEN = new Set(['json-syntax'])

/** Whether a problem says that a file cannot be read at all. */
export const isBroken = ({ rule }: Pick<Diagnostic, 'rule'>): boolean => BROKEN.has(rule)

/** Words of the code: what is in braces or in back quotes, and members of the file. */
const isCode = (sentence: string): boolean =>
  /[{`]|"=|"on[A-Z]\w*"|"(props|access|changes|visible|params)"/.test(sentence)

const OTHERS = /(, and at \d+ more places?|; the same holds for .+)\.$/

/** A problem as staff read it. The compiler's own sentence is shown in the code. */
export function plainProblem(
  problem: Problem,
  { published, files = published }: { published: Files; files?: Files },
): Plain {
  const { message, suggestion, file } = problem
  if (isBroken(problem))
    return {
      message: `The code of ${nameOf(file)} is broken: a brace, a quote or a comma is missing or too many.`,
      hint: `Go back to the last sound version, or mend it in the code: ${message}`,
    }
  const advice = suggestion !== undefined && !isCode(suggestion) ? suggestion : undefined
  const words = { ...wordsIn(published), ...whereIn(problem, files, published), advice }
  // Findings with one cause are one: the sentence of the first, and how many others there are.
  const others = OTHERS.exec(message)?.[1] ?? ''
  const sentence = message.replace(OTHERS, '.')
  for (const { match, at, say } of SENTENCES) {
    const found = match.exec(sentence)
    if (!found || at?.test(problem.path) === false) continue
    const plain = say(words, found.slice(1))
    return { ...plain, message: plain.message.replace(/\.$/, `${others.replaceAll(/"([^"]*)"/g, '“$1”')}.`) }
  }
  return { message, hint: advice }
}

/** What the button of a fix of the compiler says. */
export const fixWords = (title: string): string => title.replace(/^Write decimal\('(.*)'\)\.$/, 'Write $1 as an amount')

/** The place of a problem: a property of a node by its title. */
function whereIn({ file, path }: Problem, files: Files, published: Files): Pick<Words, 'subject' | 'isCondition'> {
  const [, node, name] = /^(.*)\/props\/(\w+)/.exec(path) ?? []
  const isCondition = path.endsWith('/visible')
  if (node === undefined || name === undefined) return { subject: 'This', isCondition }
  const widget: unknown = nodeAt(parse(files[file] ?? ''), `${node}/widget`)?.value
  const schema = widgetsOf(published).get(String(widget))?.props.properties?.[name]
  return { subject: `“${titleOf(name, schema)}”`, isCondition }
}

const wordsIn = (published: Files): Omit<Words, keyof ReturnType<typeof whereIn> | 'advice'> => ({
  prop: (widget, name) => titleOf(name, widgetsOf(published).get(widget)?.props.properties?.[name]),
  action: (name) => actionsOf(published).get(name)?.title ?? wordsOf(name),
  argument: (action, name) => titleOf(name, actionsOf(published).get(action)?.args.properties?.[name]),
  call: (name) => callsOf(published).get(name)?.sentence ?? name,
})
