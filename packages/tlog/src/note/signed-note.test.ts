import { generateKeyPairSync, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesFromBase64, bytesToBase64 } from '../base64.ts'
import { EMPTY_ROOT } from '../merkle.ts'
import { cosignedAt } from '../witness/cosignature.ts'
import { checkpointText, openCheckpoint, parseCheckpointText, parseSize, signCheckpoint } from './checkpoint.ts'
import { formatNote, openNote, parseNote, parseSignatures, signText } from './signed-note.ts'
import { formatVerifierKey, noteSigner, parseVerifierKey, verifierKey } from './verifier-key.ts'

const NOW = new Date('2026-11-23T05:30:00.700Z')
const seed = (byte: number) => new Uint8Array(32).fill(byte)
const LOG = noteSigner('assay.example/log', 'ed25519', seed(1))
const WITNESS = noteSigner('witness.example/w1', 'cosignature', seed(2))
const CHECKPOINT = { origin: 'assay.example/log', size: 7, root: new Uint8Array(32).fill(9) }

describe('published vectors', () => {
  it('the example of C2SP signed-note', () => {
    const key = parseVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')
    const note =
      'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
    const opened = openNote(note, key ? [key] : [])
    expect(opened).toMatchObject({ ok: true, text: 'This is an example message.\n' })
    expect(openNote(note.replace('example m', 'Example m'), key ? [key] : [])).toEqual({
      ok: false,
      fault: 'bad_signature',
    })
  })

  it('the example of the Go package sumdb/note', () => {
    const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    const key = parseVerifierKey(vkey)
    const note =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
    expect(key && formatVerifierKey(key)).toBe(vkey)
    expect(openNote(note, key ? [key] : []).ok).toBe(true)
  })

  it('the examples of C2SP tlog-checkpoint and tlog-cosignature are read', () => {
    const note =
      'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n'
    const parsed = parseNote(note)
    expect(parseCheckpointText(parsed?.text ?? '')).toMatchObject({
      origin: 'example.com/behind-the-sofa',
      size: 20_852_163,
    })
    expect(parsed?.signatures.map(({ name, keyId }) => [name, keyId])).toEqual([
      ['example.com/behind-the-sofa', '033de0ae'],
      ['witness.example.com/w1', '8d66cf3f'],
    ])
    expect(parsed && formatNote(parsed)).toBe(note)
  })
})

describe('signatures of both types', () => {
  it('verify by the platform as well', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    const key = verifierKey('a.example', 'ed25519', bytes)
    const text = 'text\n'
    const made = { name: key.name, keyId: key.keyId, signature: sign(null, Buffer.from(text), privateKey) }
    expect(openNote(formatNote({ text, signatures: [made] }), [key]).ok).toBe(true)

    const ours = noteSigner('b.example', 'ed25519', privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32))
    expect(verify(null, Buffer.from(text), publicKey, signText(text, ours, NOW).signature)).toBe(true)
  })

  it('a checkpoint of the log with a cosignature', () => {
    const note = signCheckpoint(CHECKPOINT, LOG, NOW)
    const text = checkpointText(CHECKPOINT)
    const cosignature = signText(text, WITNESS, NOW)
    expect(cosignedAt(text, cosignature.signature, WITNESS.key)).toEqual(new Date('2026-11-23T05:30:00.000Z'))
    const signatures = [...(parseNote(note)?.signatures ?? []), cosignature]
    const opened = openCheckpoint(formatNote({ text, signatures }), {
      origin: 'assay.example/log',
      keys: [LOG.key, WITNESS.key],
    })
    expect(opened).toMatchObject({ ok: true, checkpoint: CHECKPOINT, text })
    expect(opened.ok && opened.verified.map(({ name }) => name)).toEqual(['assay.example/log', 'witness.example/w1'])
  })

  it('a cosignature of another time, text or key is refused, and every bit counts', () => {
    const text = checkpointText(CHECKPOINT)
    const { signature } = signText(text, WITNESS, NOW)
    expect(cosignedAt(`${text}more\n`, signature, WITNESS.key)).toBeUndefined()
    expect(cosignedAt(text, signature, LOG.key)).toBeUndefined()
    for (const at of signature.keys()) {
      const changed = signature.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(cosignedAt(text, changed, WITNESS.key)).toBeUndefined()
    }
    expect(cosignedAt(text, signature.subarray(0, 8), WITNESS.key)).toBeUndefined()
    expect(cosignedAt(text, new Uint8Array(0), WITNESS.key)).toBeUndefined()
    expect(cosignedAt(text, new Uint8Array(72).fill(255), WITNESS.key)).toBeUndefined()
  })

  it('a plain signature of one type is none of the other', () => {
    const text = checkpointText(CHECKPOINT)
    const asLog = { ...WITNESS, key: verifierKey('witness.example/w1', 'ed25519', WITNESS.key.publicKey) }
    expect(asLog.key.keyId).not.toBe(WITNESS.key.keyId)
    const { signature } = signText(text, asLog, NOW)
    const signatures = [{ name: WITNESS.key.name, keyId: WITNESS.key.keyId, signature }]
    expect(openNote(formatNote({ text, signatures }), [WITNESS.key])).toEqual({ ok: false, fault: 'bad_signature' })
  })

  it('unknown keys are ignored, one wrong signature of a known key spoils the note', () => {
    const text = checkpointText(CHECKPOINT)
    const [good, other] = [signText(text, LOG, NOW), signText(text, WITNESS, NOW)]
    const bad = { ...good, signature: good.signature.map((byte) => byte ^ 1) }
    const keys = [LOG.key]
    expect(openNote(formatNote({ text, signatures: [other, good] }), keys).ok).toBe(true)
    expect(openNote(formatNote({ text, signatures: [other] }), keys)).toEqual({ ok: false, fault: 'no_known_key' })
    for (const signatures of [
      [good, bad],
      [bad, good],
    ]) {
      expect(openNote(formatNote({ text, signatures }), keys)).toEqual({ ok: false, fault: 'bad_signature' })
    }
    // The name or the id alone does not make a key known.
    const renamed = { ...good, name: 'other.example' }
    expect(openNote(formatNote({ text, signatures: [renamed] }), keys)).toEqual({ ok: false, fault: 'no_known_key' })
  })
})

describe('hostile text', () => {
  const good = signCheckpoint(CHECKPOINT, LOG, NOW)
  it.each([
    ['', 'nothing'],
    ['\n\n', 'two newlines'],
    [good.slice(0, -1), 'no newline at the end'],
    [good.replace('\n\n', '\n'), 'no empty line'],
    [good.replace('— ', '- '), 'a hyphen'],
    [good.replace('—', '—\u00a0'), 'a hard space'],
    [good.replace('log ', 'log+ '), 'a plus in the name'],
    [`${good}\n`, 'an empty line at the end'],
    [`${good}— a\n`, 'a signature line without a signature'],
    [`${good}— a AAAA\n`, 'a signature without bytes'],
    [`${good}— a AAAAA=B=\n`, 'no base64'],
    [`${good}— a AAAAAAB=\n`, 'base64 that is not canonical'],
    [good.replace('7\n', '7\r\n'), 'a carriage return'],
    [good.replace('7\n', '7\u0000\n'), 'a zero'],
    [`\ud800${good}`, 'a lone surrogate'],
    [good + signatureLines(40), 'too many signatures'],
    ['a'.repeat(200_000) + good, 'too long'],
  ])('%#: %s', (note) => {
    expect(openNote(note, [LOG.key])).toEqual({ ok: false, fault: 'malformed' })
  })

  function signatureLines(count: number): string {
    return Array.from({ length: count }, (_, at) => `— a${at} AAAAAAAA\n`).join('')
  }

  it('sixteen signatures of 5 kB are read', () => {
    const signatures = Array.from({ length: 16 }, (_, at) => ({
      name: `a${at}`,
      keyId: '00000000',
      signature: new Uint8Array(4999),
    }))
    expect(parseNote(formatNote({ text: 'a\n', signatures }))?.signatures).toHaveLength(16)
  })

  it('checkpoints that are not exactly in form', () => {
    const root = bytesToBase64(CHECKPOINT.root)
    for (const text of [
      '',
      'a\n',
      `a\n7\n${root}`,
      `\n7\n${root}\n`,
      `a\n07\n${root}\n`,
      `a\n+7\n${root}\n`,
      `a\n7 \n${root}\n`,
      `a\n-1\n${root}\n`,
      `a\n1e3\n${root}\n`,
      `a\n9007199254740993\n${root}\n`,
      `a\n7\n${root.slice(0, -1)}\n`,
      `a\n7\n${bytesToBase64(EMPTY_ROOT.subarray(1))}\n`,
      `a\n7\n${root}\n\n`,
      `a\n7\n${root}\n\nmore\n`,
    ]) {
      expect(parseCheckpointText(text), JSON.stringify(text)).toBeUndefined()
    }
    expect(parseCheckpointText(`a\n7\n${root}\nmore\n`)).toMatchObject({ origin: 'a', size: 7 })
    expect(() => checkpointText({ ...CHECKPOINT, origin: 'a\nb' })).toThrow(TypeError)
    expect(() => checkpointText({ ...CHECKPOINT, size: -1 })).toThrow(TypeError)
    expect(parseSize('9007199254740991')).toBe(2 ** 53 - 1)
  })

  it('a checkpoint of another log', () => {
    const opened = openCheckpoint(good, { origin: 'other.example', keys: [LOG.key] })
    expect(opened).toEqual({ ok: false, fault: 'other_origin' })
  })

  it('keys that are not exactly in form', () => {
    const vkey = formatVerifierKey(WITNESS.key)
    expect(parseVerifierKey(vkey)).toEqual(WITNESS.key)
    for (const text of [
      '',
      '++',
      vkey.slice(1),
      vkey.toUpperCase(),
      `${vkey} `,
      vkey.replace('witness', 'wit ness'),
      vkey.replace(/\+\w{8}\+/, '+00000000+'),
      `a+00000000+${bytesToBase64(new Uint8Array(33).fill(6))}`,
      vkey.slice(0, -4),
    ]) {
      expect(parseVerifierKey(text), text).toBeUndefined()
    }
    expect(() => noteSigner('a b', 'ed25519', seed(1))).toThrow(TypeError)
    expect(() => noteSigner('a', 'ed25519', new Uint8Array(31))).toThrow()
  })

  it('a public key that is no point verifies nothing and throws nothing', () => {
    for (const byte of [0, 1, 255]) {
      const key = verifierKey(LOG.key.name, 'ed25519', new Uint8Array(32).fill(byte))
      const signatures = [{ name: key.name, keyId: key.keyId, signature: new Uint8Array(64).fill(byte) }]
      expect(openNote(formatNote({ text: 'a\n', signatures }), [key]).ok).toBe(false)
    }
  })

  it('no text makes the parsers throw, and what they take is written back as it was', () => {
    const pieces = fc.constantFrom('— ', 'a', '\n', '\n\n', ' ', 'AAAAAAAA', '+', '=', '7', 'log')
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const note = parseNote(text)
        if (note !== undefined) expect(formatNote(note)).toBe(text)
        parseSignatures(text)
        parseVerifierKey(text)
        const bytes = bytesFromBase64(text)
        if (bytes !== undefined) expect(bytesToBase64(bytes)).toBe(text)
        const checkpoint = parseCheckpointText(text)
        if (checkpoint !== undefined) expect(text.startsWith(checkpointText(checkpoint))).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
