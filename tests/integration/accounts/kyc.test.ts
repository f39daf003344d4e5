import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { file, kyc, mail, notification, setting } from '#drizzle/schema';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { approveKyc, rejectKyc, requestDocumentAgain, revokeKyc } from '~/features/people/kyc/decideKyc.server';
import { expireDocuments } from '~/features/people/kyc/jobs.server';
import { KYC_QUEUE } from '~/features/people/kyc/kycActs.server';
import { findLatestKyc, loadKycQueue, loadKycStanding } from '~/features/people/kyc/queries.server';
import { INCOMPLETE_MESSAGE, isIncomplete, kycSchema } from '~/features/people/kyc/schema';
import { type KycState, kycMachine } from '~/features/people/kyc/states';
import { findDocumentsRefusal, submitDocument, submitKyc } from '~/features/people/kyc/submitKyc.server';
import { findAccountsOfPerson } from '~/features/people/persons/accountsOfPerson.server';
import { canGetBonuses } from '~/features/people/persons/documents.server';
import { audit } from '~/ledger/proof/audit.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { advance, findTimeline } from '~/platform/events/index.server';
import { done, refuse } from '~/platform/result';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { isoDay } from '~/platform/text/dayText';
import { createPossibleKeys, decide } from '~/routes/admin/decide.server';
import type { User } from '~/signIns/session.server';
import { findUploadFor, storeUpload } from '~/uploads/store.server';
import { type Confirm, type FormAnswer, parseSubmission, runFormOnce } from '~/web/form/submission.server';
import { issueKey } from '~/web/idempotency.server';
import { clock, useDatabase } from '../../support/database';
import { onBothEngines } from '../../support/onBothEngines';
import { formOf, pictureFile } from '../../support/pages/files';
import { agreed, previewIn } from '../../support/pages/previews';
import { makeAdmin, makeUser, superadmin } from '../../support/people/people';
import { behindTheBack } from '../ledger/ledger.fixtures';

useDatabase();

const PDF = new File(['%PDF-1.4\n%%EOF'], 'passport.pdf');

const documents = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  country: 'Ireland',
  state: 'Leinster',
  postalCode: 'D02 X285',
  address: '1 Quay Street',
};

async function documentOf(user: User, input = PDF): Promise<string> {
  const stored = await storeUpload(input, { ownerId: user.id, purpose: 'document' });
  if (!stored.ok) throw new Error(stored.error.message);
  return stored.value.id;
}

const submit = async (user: User, document: string) =>
  await write((tx) => submitKyc(tx, user, { ...documents, document }));

async function withDocuments() {
  const user = await makeUser();
  const admin = createAdminActor((await makeAdmin()).id);
  const document = await documentOf(user);
  const submitted = await submit(user, document);
  if (!submitted.ok) throw new Error(submitted.error.message);
  return { user, admin, document, id: submitted.value.id };
}

const stateOf = async ({ id }: User): Promise<KycState> => (await findLatestKyc(read(), id))?.status ?? 'none';
const mailsTo = async (address: string) =>
  (await read().select({ kind: mail.kind }).from(mail).where(eq(mail.recipient, address))).map(({ kind }) => kind);

describe('an identity check', () => {
  test('is stored, mailed, and approved by an administrator', async () => {
    const { user, admin, id } = await withDocuments();
    expect(await findLatestKyc(read(), user.id)).toMatchObject({ id, ...documents, status: 'submitted' });
    clock.advance(60_000);
    expect((await write((tx) => approveKyc(tx, admin, id))).ok).toBe(true);
    expect(await findLatestKyc(read(), user.id)).toMatchObject({
      status: 'approved',
      decidedAt: clock.at,
      reason: null,
    });
    expect((await mailsTo(user.email)).sort()).toEqual(['kyc-approved', 'kyc-submitted']);
    expect(await read().select().from(mail)).toHaveLength(3);
    expect(await read().select().from(notification)).toMatchObject([{ userId: user.id, href: '/kyc' }]);
    const events = await findTimeline(read(), kycMachine.thing, id);
    expect(events.map(({ event, fromState, toState }) => [event, fromState, toState])).toEqual([
      ['submit', 'none', 'submitted'],
      ['approve', 'submitted', 'approved'],
    ]);
  });

  test('that is rejected says why, and can be followed by another', async () => {
    const { user, admin, document, id } = await withDocuments();
    await write((tx) => rejectKyc(tx, admin, id, 'The picture is blurred'));
    expect(await findLatestKyc(read(), user.id)).toMatchObject({
      status: 'rejected',
      reason: 'The picture is blurred',
    });
    const [sentMail] = await read().select().from(mail).where(eq(mail.kind, 'kyc-rejected'));
    expect(sentMail?.text).toContain('The picture is blurred');
    const again = await submit(user, document);
    expect(again.ok).toBe(true);
    expect(await stateOf(user)).toBe('submitted');
    expect(await read().select().from(kyc)).toHaveLength(2);
  });

  test('that was approved no longer counts after its revocation, and can be followed by another', async () => {
    const { user, admin, document, id } = await withDocuments();
    await write((tx) => tx.update(setting).set({ value: 1 }).where(eq(setting.key, 'papers-first')));
    const counts = () => write((tx) => canGetBonuses(tx, [user.id]));
    await write((tx) => approveKyc(tx, admin, id));
    expect(await counts()).toBe(true);
    expect((await write((tx) => revokeKyc(tx, admin, id, 'The passport was stolen'))).ok).toBe(true);
    const { documents: row, ...shown } = (await loadKycStanding(user)).latest ?? {};
    expect(shown).toMatchObject({ files: [{ id: document }] });
    expect(row).toMatchObject({ status: 'rejected', endedBy: 'revoke', reason: 'The passport was stolen' });
    expect(await loadKycStanding(user)).toMatchObject({ status: 'rejected', shown: 'revoked' });
    expect(await counts()).toBe(false);
    const [sentMail] = await read().select().from(mail).where(eq(mail.kind, 'kyc-revoked'));
    expect(sentMail?.text).toContain('The passport was stolen');
    expect(sentMail?.text).toContain('Bonuses wait until your identity check is approved.');
    const again = await submit(user, document);
    await write((tx) => approveKyc(tx, admin, again.ok ? again.value.id : ''));
    expect([await stateOf(user), await counts()]).toEqual(['approved', true]);
    expect((await audit()).findings).toEqual([]);
  });

  test('whose document expires is reported once before and once after, and no longer counts', async () => {
    const { user, admin, document, id } = await withDocuments();
    await write((tx) => tx.update(setting).set({ value: 1 }).where(eq(setting.key, 'papers-first')));
    const inDays = (days: number) => isoDay(new Date(clock.at.getTime() + days * DAY));
    expect(await write((tx) => approveKyc(tx, admin, id, inDays(-1)))).toMatchObject({
      error: { field: 'validUntil' },
    });
    expect((await write((tx) => approveKyc(tx, admin, id, inDays(40)))).ok).toBe(true);
    const readMails = async () => (await mailsTo(user.email)).filter((kind) => /expir/.test(kind)).sort();
    const counts = () => write((tx) => canGetBonuses(tx, [user.id]));
    // A month before the expiry, on the last day, on the day after, and again.
    for (const [days, mails, standing] of [
      [9, [], 'approved'],
      [1, ['kyc-expiring'], 'approved'],
      [30, ['kyc-expiring'], 'approved'],
      [1, ['kyc-expired', 'kyc-expiring'], 'expired'],
      [1, ['kyc-expired', 'kyc-expiring'], 'expired'],
    ] as const) {
      clock.advance(days * DAY);
      await Promise.all([expireDocuments(), expireDocuments()]);
      expect([days, await readMails(), (await loadKycStanding(user)).shown]).toEqual([days, mails, standing]);
      expect(await counts()).toBe(standing === 'approved');
    }
    expect((await findLatestKyc(read(), user.id))?.reason).toMatch(/^The document was valid until \d/);
    // The document still identifies another account with it as the same person's.
    const other = await withDocuments();
    await write((tx) => approveKyc(tx, other.admin, other.id));
    expect(await write((tx) => findAccountsOfPerson(tx, user.id))).toContain(other.user.id);
    expect((await submit(user, document)).ok).toBe(true);
    expect((await audit()).findings).toEqual([]);
  });

  test('that can not be expired holds up neither others nor a warning, and is reported', async () => {
    const inDays = (days: number) => isoDay(new Date(clock.at.getTime() + days * DAY));
    const altered = await withDocuments();
    const over = await withDocuments();
    const soon = await withDocuments();
    for (const [{ admin, id }, day] of [
      [altered, inDays(1)],
      [over, inDays(1)],
      [soon, inDays(9)],
    ] as const)
      expect((await write((tx) => approveKyc(tx, admin, id, day))).ok).toBe(true);
    await behindTheBack(`update "user" set phone = '+353 1 000' where id = '${altered.user.id}'`);
    clock.advance(2 * DAY);
    await expect(expireDocuments()).rejects.toThrow(new RegExp(`^${altered.id}: [^;]*$`));
    expect(await mailsTo(over.user.email)).toContain('kyc-expired');
    expect(await mailsTo(soon.user.email)).toContain('kyc-expiring');
    expect(await stateOf(altered.user)).toBe('approved');
  });

  test('of which one document is requested again requires only that one, and keeps the others', async () => {
    const { user, admin, document, id } = await withDocuments();
    const selfie = await documentOf(user, await pictureFile());
    const sends = (input: string, by = user) => write((tx) => submitDocument(tx, by, { document: input }));
    expect(await sends(selfie)).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
    const request = { paper: 'selfieFileId', reason: 'Hold the passport beside your face' } as const;
    expect((await write((tx) => requestDocumentAgain(tx, admin, id, request))).ok).toBe(true);
    expect(await loadKycStanding(user)).toMatchObject({ shown: 'asked again', wanted: 'selfieFileId' });
    const [sentMail] = await read().select().from(mail).where(eq(mail.kind, 'kyc-asked-again'));
    expect(sentMail?.text).toContain('Selfie. Hold the passport beside your face');
    expect(await sends((await withDocuments()).document)).toMatchObject({ ok: false, error: { field: 'document' } });
    const both = await Promise.all([sends(selfie), sends(selfie)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await findLatestKyc(read(), user.id)).toMatchObject({
      ...documents,
      status: 'submitted',
      documentFileId: document,
      selfieFileId: selfie,
      paperWanted: null,
      reason: null,
    });
    const { rows } = await loadKycQueue({ show: 'waiting', page: 1, user: user.id });
    expect(rows).toMatchObject([{ risks: ['One document sent again', 'New account'] }]);
    expect((await audit()).findings).toEqual([]);
  });

  test('stores what a client of the original sends besides, and shows each file by its kind', async () => {
    const user = await makeUser();
    const [document, selfieFileId] = [await documentOf(user), await documentOf(user, await pictureFile())];
    const details = { nationality: 'Irish', city: 'Dublin', idNumber: 'P1234567', dateOfBirth: '1990-05-17' };
    await write((tx) => submitKyc(tx, user, { ...documents, document, selfieFileId, details }));
    expect(await findLatestKyc(read(), user.id)).toMatchObject({ details, selfieFileId, backFileId: null });
    const { rows } = await loadKycQueue({ show: 'waiting', page: 1 });
    const shown = [
      { id: document, shows: 'Identity document' },
      { id: selfieFileId, shows: 'Selfie' },
    ];
    expect(rows).toMatchObject([{ files: shown }]);
    expect((await audit()).findings).toEqual([]);
  });

  test('contains no file of another person, in any field', async () => {
    const [user, stranger] = [await makeUser(), await makeUser()];
    const files = { document: await documentOf(user), ...documents };
    const ofOthers = await documentOf(stranger);
    for (const column of ['document', 'backFileId', 'proofOfAddressFileId', 'selfieFileId']) {
      const sent = await write((tx) => submitKyc(tx, user, { ...files, [column]: ofOthers }));
      expect(sent).toEqual(refuse('no-document', 'Upload a document', 'document'));
    }
    expect(await read().select().from(kyc)).toEqual([]);
  });

  onBothEngines('races of two reviewers', () => {
    test('sent twice at once is one submission', async () => {
      const user = await makeUser();
      const document = await documentOf(user);
      const sent = await Promise.all([1, 2, 3].map(() => submit(user, document)));
      expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await read().select().from(kyc)).toHaveLength(1);
    });

    test('sent from five forms at once is one submission, reported once', async () => {
      const user = await makeUser();
      const documents = await Promise.all(
        [1, 2, 3, 4, 5].map((each) => documentOf(user, new File([`%PDF-1.4\n${each}`], 'passport.pdf'))),
      );
      const sent = await Promise.all(documents.map((document) => submit(user, document)));
      expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await read().select().from(kyc)).toHaveLength(1);
      expect((await mailsTo(user.email)).filter((kind) => kind === 'kyc-submitted')).toHaveLength(1);
    });

    test('decided by two administrators at once has one decision', async () => {
      const { admin, id } = await withDocuments();
      const other = createAdminActor((await makeAdmin()).id);
      const ended = await Promise.all([
        write((tx) => approveKyc(tx, admin, id)),
        write((tx) => rejectKyc(tx, other, id, 'no')),
      ]);
      expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
      expect(ended.find(({ ok }) => !ok)).toMatchObject({
        error: { message: expect.stringMatching(/Nothing was changed|meanwhile/) },
      });
      expect(await read().select().from(notification)).toHaveLength(1);
    });
  });

  test.each(['another user’s', 'a proof', 'nothing of ours'])('can’t use %s as the document', async (whose) => {
    const user = await makeUser();
    const other = await makeUser();
    const stored = await storeUpload(await pictureFile(), { ownerId: user.id, purpose: 'proof' });
    const named = {
      'another user’s': await documentOf(other),
      'a proof': stored.ok ? stored.value.id : '',
      'nothing of ours': 'https://evil.example/passport.pdf',
    }[whose];
    expect(await submit(user, named ?? '')).toMatchObject({ ok: false, error: { field: 'document' } });
    expect(await stateOf(user)).toBe('none');
  });

  test('is readable only by its owner and administrators', async () => {
    const { user, document } = await withDocuments();
    const other = await makeUser();
    expect(await findUploadFor(document, { userId: other.id, staff: null })).toBeNull();
    expect(await findUploadFor(document, { userId: user.id, staff: null })).not.toBeNull();
    expect(await findUploadFor(document, { userId: null, staff: { role: 'compliance' } })).not.toBeNull();
  });

  test('in any state stops no withdrawal', async () => {
    const request = { method: 'BTC', amount: 10_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
    const user = await makeUser({ pdtUnlocked: false }, { dollars: 1_000 });
    const admin = createAdminActor((await makeAdmin()).id);
    const withdraws = async (by = user) => (await write((tx) => requestWithdrawal(tx, by, request))).ok;
    // An unverified email address does not prevent it either.
    expect(await withdraws(await makeUser({ emailVerifiedAt: null }, { dollars: 1_000 }))).toBe(true);
    expect([await stateOf(user), await withdraws()]).toEqual(['none', true]);
    const submitted = await submit(user, await documentOf(user));
    expect([await stateOf(user), await withdraws()]).toEqual(['submitted', true]);
    await write((tx) => rejectKyc(tx, admin, submitted.ok ? submitted.value.id : '', 'no'));
    expect([await stateOf(user), await withdraws()]).toEqual(['rejected', true]);
  });

  test('changes only as its state table allows', async () => {
    type Made = Awaited<ReturnType<typeof withDocuments>>;
    const steps = {
      submit: ({ user, document }: Made) => submit(user, document),
      approve: ({ admin, id }: Made) => write((tx) => approveKyc(tx, admin, id)),
      reject: ({ admin, id }: Made) => write((tx) => rejectKyc(tx, admin, id, 'no')),
      'ask-again': ({ admin, id }: Made) =>
        write((tx) => requestDocumentAgain(tx, admin, id, { paper: 'selfieFileId', reason: 'no' })),
      revoke: ({ admin, id }: Made) => write((tx) => revokeKyc(tx, admin, id, 'no')),
      expire: ({ id }: Made) => write((tx) => advance(tx, kyc, kycMachine, { id, event: 'expire', by: SYSTEM_ACTOR })),
    };
    const ways = { submitted: null, approved: 'approve', rejected: 'reject' } as const;
    for (const [state, way] of Object.entries(ways)) {
      for (const [name, { from, to }] of Object.entries(kycMachine.events)) {
        const made = await withDocuments();
        if (way) await steps[way](made);
        expect(await stateOf(made.user)).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await steps[name as keyof typeof steps](made);
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        expect(await stateOf(made.user)).toBe(allowed ? to : state);
      }
    }
  });
});

describe('the queue', () => {
  const waiting = { show: 'waiting', page: 1 } as const;

  test('lists the oldest first, each with its document, until it is decided', async () => {
    const first = await withDocuments();
    clock.advance(1_000);
    const second = await withDocuments();
    const { rows } = await loadKycQueue(waiting);
    expect(rows.map(({ documents: { id } }) => id)).toEqual([first.id, second.id]);
    expect(rows[0]).toMatchObject({
      files: [{ name: 'passport.pdf', type: 'application/pdf', shows: 'Identity document' }],
      owner: { firstName: 'Ann' },
    });
    await write((tx) => approveKyc(tx, first.admin, first.id));
    expect((await loadKycQueue(waiting)).total).toBe(1);
    expect((await loadKycQueue({ show: 'all', page: 1 })).rows.map(({ documents: { id } }) => id)).toEqual([
      second.id,
      first.id,
    ]);
  });

  test('accepts a decision once, and shows a second administrator the other decision', async () => {
    const { id, user } = await withDocuments();
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    const there: Confirm = async () => done(null);
    const send = async (
      adminId: string,
      decision: string,
      fields: Record<string, string> = {},
      confirm: Confirm = there,
    ) => {
      const key = createPossibleKeys(KYC_QUEUE, 'submitted', superadmin(adminId))[decision] ?? '';
      const post = (more: Record<string, string>) =>
        decide(KYC_QUEUE, formOf({ id, _intent: decision, _key: key, ...fields, ...more }), adminId, waiting, confirm);
      return await agreed(post);
    };
    expect(await send(one.id, 'reject')).toMatchObject({ init: { status: 400 } });
    const request = await send(one.id, 'approve', {}, async () => refuse('confirm', 'Code?', 'otp'));
    expect(request).toMatchObject({ init: { status: 403 }, data: { confirm: true } });
    expect(previewIn(request)).toMatchObject({
      title: `Approve the identity check of Ann Lee (${user.email})`,
      lines: [
        { name: 'Approved until', to: 'no end date' },
        { name: 'Bonuses', to: 'not affected' },
        { name: 'Copies', to: 'none' },
        { name: 'Withdrawals', to: 'none' },
        { name: 'Mail', to: `“Identity check approved” to ${user.email}` },
      ],
    });
    expect(await findLatestKyc(read(), user.id)).toMatchObject({ status: 'submitted' });
    expect(await send(one.id, 'approve')).toBeInstanceOf(Response);
    const late = (await send(two.id, 'reject', { reason: 'blurred' })) as { data: FormAnswer };
    expect(late.data.result.error?.['']).toEqual([
      expect.stringContaining('Nothing was changed: this identity check is approved. Ada did this on '),
    ]);
    expect(Object.keys(createPossibleKeys(KYC_QUEUE, 'approved', superadmin(one.id)))).toEqual(['revoke']);
  });
});

describe('the form', () => {
  const send = async (user: User, fields: Record<string, string | File>) =>
    await parseSubmission(formOf(fields), kycSchema, { ownerId: user.id, purpose: 'document' });

  test('reports at each field what is missing, and that the form is incomplete', async () => {
    const sent = await send(await makeUser(), {});
    if (sent.ok) throw new Error('An empty form was taken');
    const errors = sent.refused.data.result.error as Record<string, string[]>;
    expect(Object.keys(errors).sort()).toEqual([...Object.keys(documents), 'document'].sort());
    expect([isIncomplete(errors), INCOMPLETE_MESSAGE]).toEqual([
      true,
      { title: 'Incomplete Form', text: 'Please fill all fields and upload a document.' },
    ]);
  });

  test('sent again gets the first answer; another one during the review leaves no file', async () => {
    const user = await makeUser();
    const post = async (key: string, document: File) =>
      await runFormOnce(formOf({ ...documents, document, _key: key }), {
        scope: user.id,
        operation: 'kyc',
        schema: kycSchema,
        upload: { ownerId: user.id, purpose: 'document', refuseBeforeStoring: () => findDocumentsRefusal(user) },
        run: (tx, value) => submitKyc(tx, user, value),
        next: () => ({ to: '/kyc', toast: { tone: 'success', text: 'sent' } }),
      });
    const other = new File(['%PDF-1.4\nanother\n%%EOF'], 'other.pdf');
    const forged = (await post('made.up', PDF)) as { data: FormAnswer };
    expect(forged.data.result.error?.['']).toEqual([expect.stringContaining('too old to be used')]);
    expect(await read().select().from(file)).toEqual([]);

    const key = forged.data.formKey ?? '';
    const same = await Promise.all(Array.from({ length: 5 }, () => post(key, PDF)));
    for (const answer of [...same, await post(key, PDF)]) expect(answer).toBeInstanceOf(Response);
    const others = await Promise.all(Array.from({ length: 5 }, () => post(issueKey(user.id, 'kyc'), PDF)));
    for (const answer of others) expect(answer).toMatchObject({ data: { result: { status: 'error' } } });
    const late = (await post(issueKey(user.id, 'kyc'), other)) as { data: FormAnswer };
    expect(late.data.result.error?.['']).toEqual([expect.stringContaining('Nothing was changed')]);
    expect(late.data.storedFiles).toBeUndefined();
    expect(await read().select().from(kyc)).toHaveLength(1);
    expect(await read().select().from(file)).toHaveLength(1);
  });

  test('keeps an uploaded document and the input when something else is wrong', async () => {
    const user = await makeUser();
    const sent = await send(user, { ...documents, email: 'not an address', document: PDF });
    if (sent.ok) throw new Error('A wrong address was taken');
    const { storedFiles, result } = sent.refused.data;
    expect(storedFiles?.document).toMatchObject({ name: 'passport.pdf' });
    expect(isIncomplete(result.error as Record<string, string[]>)).toBe(false);
    expect(result.initialValue).toMatchObject({ lastName: 'Lee', email: 'not an address' });
    const mended = await send(user, { ...documents, _document: storedFiles?.document?.id ?? '' });
    expect(mended).toMatchObject({ ok: true, value: { document: storedFiles?.document?.id } });
  });

  test.each([
    ['a page called .pdf', new File(['<html>'], 'passport.pdf'), 'The document must be a PDF, JPG or PNG file'],
    [
      'an SVG',
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png'),
      'The document must be a PDF, JPG or PNG file',
    ],
    ['an empty file', new File([], 'passport.pdf'), 'The file is empty'],
  ])('refuses %s with a message at the field', async (_what, document, message) => {
    const sent = await send(await makeUser(), { ...documents, document });
    expect(sent).toMatchObject({ ok: false, refused: { data: { result: { error: { document: [message] } } } } });
  });
});
