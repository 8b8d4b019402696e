// Reporter of Vitest: writes the seconds that each test file took, its imports included, to the file that PLACARD_DURATIONS names.
import { writeFileSync } from 'node:fs'

export default class Durations {
  #files = []

  onTestModuleEnd(module) {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    this.#files.push({ file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 })
  }

  onTestRunEnd() {
    writeFileSync(process.env.PLACARD_DURATIONS, JSON.stringify(this.#files))
  }
}
