import type { Diagnostic, Rule } from '../../compile/diagnostics.ts'

/** SARIF 2.1.0, for code hosts that show findings beside the code. */
export function sarif(diagnostics: readonly Diagnostic[], rules: readonly Rule[]): unknown {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'placard check', rules: rules.map(({ name, severity, doc }) => ({ id: name, shortDescription: { text: doc }, defaultConfiguration: { level: severity } })) } },
        results: diagnostics.map((one) => ({
          ruleId: one.rule,
          level: one.severity,
          message: { text: one.suggestion === undefined ? one.message : `${one.message} ${one.suggestion}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: one.file },
                region: { startLine: one.line, startColumn: one.column, endLine: one.endLine, endColumn: one.endColumn },
              },
              ...(one.path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: one.path }] }),
            },
          ],
        })),
      },
    ],
  }
}
