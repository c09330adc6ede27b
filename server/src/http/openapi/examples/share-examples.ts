import type { CreatedShare, Share } from '@copydesk/contract';

const share: Share = {
  id: 'shr_7Hn2QpV4xYzK9mWcT1bRdE',
  name: 'Newsletter',
  hint: 'k3Qz',
  createdBy: 'Ann Example',
  createdAt: '2026-01-05T09:30:00.000Z',
  lastUsedAt: null,
};

const token = '4mX1cVb8QpL0sJtY7nRzK2wE9hGfD5uA3oIiBkC6vk3Qz';

const created: CreatedShare = {
  ...share,
  url: `https://desk.example.com/share/${token}`,
  badge: `https://desk.example.com/badge/${token}.svg`,
  feed: `https://desk.example.com/feed/${token}.atom`,
};

/** An example of each shape of the share links, by its name. */
export const shareExamples = { Share: share, ShareList: { shares: [share] }, CreatedShare: created } as const;

/** What a share link is made from. */
export const shareBody = { name: 'Newsletter' };
