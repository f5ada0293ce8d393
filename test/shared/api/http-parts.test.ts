import { describe, expect, it } from 'vitest';
import { chooseType } from '../../../shared/api/accept.ts';
import * as errors from '../../../shared/api/errors.ts';
import { matchRoute } from '../../../shared/api/match.ts';
import { errorOf, problemOf } from '../../../shared/api/problem.ts';
import { ROUTES } from '../../../shared/api/routes.ts';
import { AnsweredBefore, UsageError } from '../../../shared/contracts/errors.ts';
import { StoreUnavailable } from '../../../shared/store/errors.ts';

const OFFERS = ['application/json', 'text/markdown'];

describe('Accept', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/markdown', 'text/markdown'],
    ['TEXT/Markdown; charset=utf-8', 'text/markdown'],
    ['text/*', 'text/markdown'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['application/json;q=0.5, text/markdown;q=0.9', 'text/markdown'],
    ['*/*, application/json;q=0', 'text/markdown'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['nonsense', 'application/json'],
    ['', 'application/json'],
  ])('%s gives %s', (header, type) => {
    expect(chooseType(OFFERS, header)).toBe(type);
  });
});

describe('a path', () => {
  it.each([
    ['GET', '/runs', 'listRuns', {}],
    ['GET', '/runs/a-2026-01-01', 'getRun', { slug: 'a-2026-01-01' }],
    ['GET', '/runs/a%20b', 'getRun', { slug: 'a b' }],
    ['GET', '/schedules/x/digests/3', 'getDigest', { id: 'x', number: '3' }],
  ])('%s %s is %s', (method, path, id, params) => {
    expect(matchRoute(ROUTES, method, path)).toMatchObject({ route: { id }, params });
  });

  it.each(['/', '', '/run', '/runs/', '/runs/a/b/c', '/runs/%', '//runs'])('%j is none', (path) => {
    expect(() => matchRoute(ROUTES, 'GET', path)).toThrow(errors.NotFound);
  });

  it('says which methods it takes', () => {
    expect(() => matchRoute(ROUTES, 'PATCH', '/runs/a')).toThrow(expect.objectContaining({ allow: ['DELETE', 'GET'] }));
  });
});

describe('a problem', () => {
  it.each([
    [new UsageError('m'), 400],
    [new errors.Unauthenticated('m'), 401],
    [new errors.Forbidden('m'), 403],
    [new errors.NotFound('m'), 404],
    [new errors.MethodNotAllowed('m', ['GET']), 405],
    [new errors.NotAcceptable('m'), 406],
    [new errors.Conflict('m'), 409],
    [new errors.TooLarge('m'), 413],
    [new errors.UnsupportedMedia('m'), 415],
    [new errors.KeyReused('m'), 422],
    [new errors.LimitReached('m', 7), 429],
  ])('comes back as the error it was: %s', (error, status) => {
    const { problem, headers } = problemOf(error, '/x');
    expect(problem).toMatchObject({ status, detail: 'm', instance: '/x' });
    const back = errorOf(problem, new Headers(headers));
    expect(back).toEqual(error);
    expect(back.name).toBe(error.name);
  });

  it('of an answer that came too late is a conflict', () => {
    const { problem, headers } = problemOf(new AnsweredBefore('m'), '/x');
    expect(problem).toMatchObject({ status: 409, detail: 'm' });
    expect(errorOf(problem, new Headers(headers))).toBeInstanceOf(errors.Conflict);
  });

  it('of the store says to try again, not why', () => {
    const { problem, headers } = problemOf(new StoreUnavailable('arn:aws:secret'), '/x');
    expect(problem.status).toBe(503);
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(headers['retry-after']).toBeDefined();
    expect(errorOf(problem, new Headers(headers))).toBeInstanceOf(errors.ApiUnavailable);
  });
});
