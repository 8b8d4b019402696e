import type { Manifest, Screen } from '../language/expressions/program.ts'
import { manifest, pointer, screen, texts } from '../../generated/validators/catalogue.js'

/** The live revision, as reported by a server (schemas/catalogue/pointer.json). */
export interface CurrentRevision {
  /** Increases with every change of the live revision. */
  seq: number
  revision: string
  /** The seq of the latest change that was urgent; 0 when none was. */
  urgent: number
  /** Latest first: fallbacks for a build that cannot render the live one. */
  recent: string[]
}

/** Returns whether a value is a pointer (schemas/catalogue/pointer.json). */
export const isPointer = (value: unknown): value is CurrentRevision => pointer(value)

/** A manifest as stored under its own hash. */
export const isManifestBody = (value: unknown): value is Omit<Manifest, 'revision'> => manifest(value)

/** Whether a file is a manifest this build can run: any other file (an error page, a truncated file) must not replace a good one. */
export const isManifest = (value: unknown): value is Manifest =>
  isManifestBody(value) && Object.hasOwn(value, 'revision')

/** Returns whether a value is a screen of the catalogue (schemas/catalogue/screen.json). */
export const isScreen = (value: unknown): value is Screen => screen(value)

/** Returns whether a value is the texts of one locale (schemas/catalogue/texts.json). */
export const isTexts = (value: unknown): value is Record<string, string> => texts(value)
