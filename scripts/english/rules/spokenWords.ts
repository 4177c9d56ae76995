import type { WordAdvice } from './bannedWords.ts'

/** Spoken phrases, for which comments and titles of tests use shorter words. */
export const spokenWords: WordAdvice = [
  [/\b(?:whoever|whomever|whosoever)\b/gi, 'name who it is: "a client that …"'],
  [/\b(?:hears?|heard) (?:of|so)\b/gi, 'name what arrives: "gets the error", "emits the event"'],
  [/\b(?:is|are|was|were) (?:said|spoken of|heard)\b/gi, 'name who says what: "the page says so"'],
  [/\b(?:is|are|was|were|to be) had\b/gi, 'say "is available", "loads"'],
  [/\bhas it that\b/gi, 'say "requires", "says"'],
  [/\bso far as\b/gi, 'say "if", "while"'],
  [/\blet go of\b/gi, 'say "releases", "drops"'],
  [/\b(?:goes|gone|going) on with\b/gi, 'say "continues", "resumes"'],
]
