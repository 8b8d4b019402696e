import type { Diagnostic, Severity } from '../../compiler/source/findings/diagnostics.ts'
import type { Rule } from '../../compiler/rule.ts'
import { parseSource } from '../../compiler/source/source.ts'
import type { Files } from '../../compiler/source/source.ts'

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', lint: 'note' }

/** SARIF 2.1.0 with fixes, for code hosts that show findings beside the code. */
export function sarif(diagnostics: readonly Diagnostic[], rules: readonly Rule[], files: Files): unknown {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'placard check',
            rules: rules.map(({ meta: { name, severity, doc } }) => ({
              id: name,
              shortDescription: { text: doc },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.rule,
          level: LEVELS[diagnostic.severity],
          message: {
            text:
              diagnostic.suggestion === undefined
                ? diagnostic.message
                : `${diagnostic.message} ${diagnostic.suggestion}`,
          },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: diagnostic.file },
                region: {
                  startLine: diagnostic.line,
                  startColumn: diagnostic.column,
                  endLine: diagnostic.endLine,
                  endColumn: diagnostic.endColumn,
                },
              },
              ...(diagnostic.path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: diagnostic.path }] }),
            },
          ],
          ...(diagnostic.fix ? { fixes: [fixOf(diagnostic, diagnostic.fix, files)] } : {}),
        })),
      },
    ],
  }
}

function fixOf(diagnostic: Diagnostic, { title, edits }: NonNullable<Diagnostic['fix']>, files: Files): unknown {
  const paths = [...new Set(edits.map(({ file = diagnostic.file }) => file))]
  return {
    description: { text: title },
    artifactChanges: paths.map((path) => {
      const { position } = parseSource(path, files.get(path) ?? '')
      return {
        artifactLocation: { uri: path },
        replacements: edits
          .filter(({ file = diagnostic.file }) => file === path)
          .map(({ start, end, text }) => {
            const [from, to] = [position(start), position(end)]
            return {
              deletedRegion: { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column },
              insertedContent: { text },
            }
          }),
      }
    }),
  }
}
