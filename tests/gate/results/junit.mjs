// JUnit report of the parts of the gate: one test case for a part without separate tests, and for each failure.

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Text of XML: without the control characters that it cannot contain. */
const xml = (text) =>
  String(text)
    .replace(/[&<>"']/g, (character) => escapes[character])
    .replace(/[^\P{Cc}\t\n]/gu, '')

const caseOf = (part, name, at, failure) =>
  `    <testcase classname="${xml(part)}" name="${xml(name)}" file="${xml(at)}">${failure}</testcase>`

function suiteOf({ name, passed, failed, seconds, failures }) {
  const cases = failures.map(({ name: test, at, error }) =>
    caseOf(name, test, at, `<failure message="${xml(error[0] ?? '')}">${xml(error.join('\n'))}</failure>`),
  )
  if (cases.length === 0) cases.push(caseOf(name, name, name, ''))
  return `  <testsuite name="${xml(name)}" tests="${passed + failed}" failures="${failed}" time="${seconds}">\n${cases.join('\n')}\n  </testsuite>`
}

/** The results of the gate as a JUnit document. */
export const junitOf = (results) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="npm test">\n${results.map(suiteOf).join('\n')}\n</testsuites>\n`
