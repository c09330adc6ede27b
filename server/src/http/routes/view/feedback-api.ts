import type { FastifyInstance } from 'fastify';
import { addChangeFeedback, addFixFeedback } from '../../feedback/change-feedback.ts';
import { addGetFeedback, addGetFeedbackPages, addListFeedback } from '../../feedback/read-feedback.ts';
import { addSendFeedback } from '../../feedback/send-feedback.ts';
import type { RouteServices } from '../route-services.ts';

/** Adds the endpoints of readers' feedback. */
export function addFeedbackApi(app: FastifyInstance, services: RouteServices): void {
  addSendFeedback(app, services);
  addListFeedback(app, services);
  addGetFeedbackPages(app, services);
  addFixFeedback(app, services);
  addGetFeedback(app, services);
  addChangeFeedback(app, services);
}
