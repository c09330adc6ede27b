import { expect, test } from 'vitest';
import { pathOf } from '../../src/http/problem.ts';

const token = 'Q2E1gkVMdTATTGkoncvsHAvUWQeBE2Y3UdcKKawwpvO';

test.each([
  [`/sign-in/${token}`, '/sign-in/***'],
  [`/welcome/${token}?next=/projects`, '/welcome/***'],
  [`/share/${token}/page?path=/a`, '/share/***/page'],
  [`/badge/${token}.svg`, '/badge/***'],
  [`/feed/${token}.atom`, '/feed/***'],
  [`/desk/sign-in/${token}`, '/desk/sign-in/***'],
  ['/sign-in/openid/callback?code=secret&state=x', '/sign-in/openid/callback'],
  ['/sign-in?next=/keys', '/sign-in'],
  ['/projects/prj_1/readers/shares', '/projects/prj_1/readers/shares'],
  [undefined, '/'],
])('logs and replies have of %j %j', (target, path) => {
  expect(pathOf(target)).toBe(path);
});
