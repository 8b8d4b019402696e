/** A fault that one part of the gate must find. */
export interface Fault {
  part: string
  what: string
  file: string
  /** Text that occurs once in the file, and its replacement. */
  from: string
  to: string
  /** Pattern of the output that names the fault. */
  names: RegExp
  /** Title of the browser test that finds it: one without LONG, since the gate leaves out the others. */
  title?: string
}

/** One for each part, the cheapest first. */
export const FAULTS: readonly Fault[] = [
  {
    part: 'formatting',
    what: 'an indentation',
    file: 'src/engine/language/values/time.ts',
    from: 'const MINUTE = 60',
    to: '  const MINUTE  = 60',
    names: /src\/engine\/language\/values\/time\.ts/,
  },
  {
    part: 'build',
    what: 'an import without its file',
    file: 'src/app/main.tsx',
    from: "import { Crash } from './shell/Crash.tsx'",
    to: "import { Crash } from './shell/NoCrash.tsx'",
    names: /NoCrash/,
  },
  {
    part: 'types of the server',
    what: 'a wrong type',
    file: 'src/server/kit/clock.ts',
    from: "import { fromMilliseconds } from '../../engine/language/values/time.ts'",
    to: "export const wrong: number = 'x'\nimport { fromMilliseconds } from '../../engine/language/values/time.ts'",
    names: /src\/server\/kit\/clock\.ts\(1,\d+\): error TS2322/,
  },
  {
    part: 'types',
    what: 'a wrong type',
    file: 'src/engine/language/values/time.ts',
    from: 'const MINUTE = 60',
    to: "const MINUTE: number = '60'",
    names: /src\/engine\/language\/values\/time\.ts\(\d+,\d+\): error TS2322/,
  },
  {
    part: 'lint and boundaries',
    what: 'core imports the app',
    file: 'src/engine/language/values/time.ts',
    from: 'const MINUTE = 60',
    to: "import '../app/idle.ts'\nconst MINUTE = 60",
    names: /src\/engine\/language\/values\/time\.ts/,
  },
  {
    part: 'generated files are up to date',
    what: 'a generated file that was edited',
    file: 'src/generated/actions/copy.ts',
    from: 'text: string',
    to: 'words: string',
    names: /src\/generated\/actions\/copy\.ts/,
  },
  {
    part: 'check of the catalogue',
    what: 'a call that does not exist',
    file: 'screens/index/index.json',
    from: '"call": "user/usermessage"',
    to: '"call": "user/usermessages"',
    names: /screens\/index\/index\.json:\d+/,
  },
  {
    part: 'built code in supported browsers',
    what: 'a function that Safari 16.4 lacks',
    file: 'src/app/main.tsx',
    from: 'const container =',
    to: 'console.warn(Promise.try(() => 1))\nconst container =',
    names: /Promise\.try/,
  },
  {
    part: 'every widget in Chromium',
    what: 'a switch without a role',
    file: 'src/engine/widgets/Switch/Switch.tsx',
    from: 'role="switch"',
    to: 'role="image"',
    names: /Switch/,
  },
  {
    part: 'unit and conformance tests',
    what: 'rounding half down',
    file: 'src/engine/language/values/decimal.ts',
    from: "'half-up': comparedToHalf >= 0n",
    to: "'half-up': comparedToHalf > 0n",
    names: /src\/engine\/language\/values\/decimal\.test\.ts/,
  },
  {
    part: 'proofs, short',
    what: 'profits rounded for the user',
    file: 'src/engine/language/values/decimal.ts',
    from: '    down: false,',
    to: '    down: true,',
    names: /FAILED  tests\/prove\/money\/settlement\.ts/,
  },
  {
    part: 'browser tests',
    what: 'a long press without values',
    file: 'src/product/widgets/Chart/gestures/gestures.ts',
    from: '() => inspect(at))',
    to: '() => undefined)',
    names: /tests\/e2e\/market\/chart\.spec\.ts/,
    title: 'a long press shows the values of a candle, a drag moves to others, a tap hides them',
  },
]
