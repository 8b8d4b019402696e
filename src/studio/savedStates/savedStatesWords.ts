import { parseFixtures } from '../../../codegen/fixtures/fixture.ts'

/** The saved states of a screen, and where they are shown. `text`: of the file with them; undefined for none. */
export function savedStatesWords(text: string | undefined): string {
  const names = namesIn(text)
  return names.length === 0
    ? 'This screen has no saved state. Set up the preview, and press “Save this state” above it.'
    : `Saved states of this screen: ${names.join(', ')}. Choose one in “Saved state” above the preview.`
}

function namesIn(text: string | undefined): string[] {
  try {
    return Object.keys(parseFixtures(text)).map((name) => name.replaceAll('-', ' '))
  } catch {
    return []
  }
}
