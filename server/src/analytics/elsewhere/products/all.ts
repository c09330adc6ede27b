import type { SourceName } from '@copydesk/contract';
import type { Product } from '../product.ts';
import { csv } from './csv.ts';
import { ga4 } from './ga4.ts';
import { goatcounter } from './goatcounter.ts';
import { matomo } from './matomo.ts';
import { mintlify } from './mintlify.ts';
import { plausible } from './plausible.ts';
import { umami } from './umami.ts';

/** How the exports of each product are read. */
export const products: Record<SourceName, Product> = { umami, plausible, matomo, ga4, goatcounter, mintlify, csv };
