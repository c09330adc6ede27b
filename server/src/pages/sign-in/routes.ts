import type { FastifyInstance } from 'fastify';
import type { Site } from '../view/site.ts';
import { addLinkPages } from './link.ts';
import { addOpenIdPages } from './open-id.ts';
import { addSignIn } from './sign-in.ts';
import type { SigningServices } from './signing.ts';
import { addWelcomePages } from './welcome.ts';

/** Adds every way to sign in, and signing out. */
export function addSignInPages(app: FastifyInstance, services: SigningServices, site: Site): void {
  addSignIn(app, services, site);
  addLinkPages(app, services, site);
  addWelcomePages(app, services, site);
  if (services.openId !== undefined) addOpenIdPages(app, { ...services, openId: services.openId }, site);
}
