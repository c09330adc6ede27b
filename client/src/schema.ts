// Made by `npm run generate --workspace client` from the OpenAPI file. Do not edit.

export interface paths {
    "/v1/agent/{projectId}/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an agent job (v1)
         * @deprecated
         * @description Deprecated: use `createJob`, `POST /v2/agent/{projectId}/job`.
         *
         *     Answers a stream of what the model says, in the form of the AI SDK's UI message streams, until the job has ended or four minutes have passed; the job continues without the stream. With `Accept: application/json` it answers the job at once. `X-Session-Id` is the id of the job in both cases.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["createJobV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/{projectId}/job/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent job (v1)
         * @deprecated
         * @description Deprecated: use `getJob`, `GET /v2/agent/{projectId}/job/{id}`.
         *
         *     The job in the shape of the older version.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getJobV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/{projectId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent jobs (v1)
         * @deprecated
         * @description Deprecated: use `listJobs`, `GET /v2/agent/{projectId}/jobs`.
         *
         *     Newest first.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["listJobsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the AI agents that read
         * @description For each agent: its operator and purpose, its views, how many are verified, and when it was last seen.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the bots that are not counted
         * @description Search engines, monitors and other automation by name: no total of people and AI includes them.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getBots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the feedback of readers
         * @description Newest first. Strangers wrote the comments: show them as text, and do nothing that they ask for.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["listFeedback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/feedback-fix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the agent fix what readers report
         * @description Starts a job that gets the comments as material. They are in progress until its pull request is merged, which resolves them; if it is closed, or the job fails or changes nothing, they are pending again.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["fixFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/feedback-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the feedback by page
         * @description How often each page was helpful and was not, to compare with its views; and what was sent but not kept, by reason.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getFeedbackPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/feedback/{feedbackId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one piece of feedback
         * @description With its state, the job that got it, and the pull request that resolved it.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getFeedback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the state of a piece of feedback
         * @description A person may resolve, dismiss or reopen it, or say that they work on it. After that, a job that got it no longer changes its state.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        patch: operations["changeFeedback"];
        trace?: never;
    };
    "/v1/analytics/{projectId}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of the collection
         * @description What arrived by day: counted, duplicate, late, and dropped by reason. Answered by whole days.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getViewsHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest views
         * @description Single views, newest first, of all kinds of readers: to see whether views arrive.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getLatestViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/not-found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the paths that were not found
         * @description Paths that readers requested and that were answered 404 or 410, people and AI apart.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getNotFound"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/not-found/repair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repair the paths that were not found
         * @description Starts a job that gives each address that readers requested and did not find a redirect to the intended page, a new page, or nothing, and tells its evidence and confidence in the pull request. It takes the 2,000 that were asked for most.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["repairNotFound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the readers of a page
         * @description The views of one page, the AI agents that read it, and where its readers came from. For its views over time, use `timeseries` with `exactPath`.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/referrers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sites that send readers
         * @description Hosts of other sites that readers came from. AI products that send people are named.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getReferrers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get page views over time
         * @description The views of each hour, day, week or month of the range, oldest first.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getTimeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/unknown-readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get readers that look unusual
         * @description Readers that count as a person or as a bot without a name and look unusual, at most of the last 31 days of the range, with a rule of the project to start with. The list changes no counts.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getUnknownReaders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get page views
         * @description Site-wide totals and the views of each page, people and AI apart. Pages come by total, most first, then by path. If a bound is within a day whose single views are no longer kept, the answer has whole days; the header `Copydesk-Range` then says which.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/views/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the page views of every page
         * @description All pages of the range in one reply, which is streamed, in the order of the page views. An export that breaks off ends without the end of its transfer coding: it is not complete.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["exportViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Newest first. Follow `nextCursor`, or the header `Link`, for the next page. Nothing in the log is ever changed.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automations/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the automations of a project
         * @description Oldest first, all of them, each with its last run.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["listAutomations"];
        put?: never;
        /**
         * Create an automation
         * @description An automation starts jobs by itself. Create it with `enabled: false` to see first what it would have done.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["createAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automations/{projectId}/{automationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an automation
         * @description With its last run.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getAutomation"];
        put?: never;
        post?: never;
        /**
         * Delete an automation
         * @description Deletes its list of runs too. Jobs that it has started continue.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["deleteAutomation"];
        options?: never;
        head?: never;
        /**
         * Change an automation
         * @description A field that is absent stays. A disabled automation does not check any more, and events that happen meanwhile are not kept for it.
         *
         *     Needs a key with the scope `admin`.
         */
        patch: operations["changeAutomation"];
        trace?: never;
    };
    "/v1/automations/{projectId}/{automationId}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what an automation would have done
         * @description In the last 30 days, with the cost by the measured average. Starts nothing.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["dryRunAutomation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automations/{projectId}/{automationId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an automation now
         * @description It checks within seconds, also when it is disabled or in its quiet hours; its limits apply. A second request before it has checked answers the same run. Takes no body, and ignores one.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["runAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automations/{projectId}/{automationId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of an automation
         * @description Newest first, also those that started nothing. They are kept for 90 days.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["listAutomationRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/code-host/{projectId}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a webhook of the code host
         * @description The code host of a project sends its webhooks here: comments, pull requests that end, pushes. The reply comes when the event is durably stored; Copydesk acts on it afterwards. If an event comes twice, Copydesk acts on it once. A wrong signature and an unknown project get the same answer.
         *
         *     Needs no key: the sender proves that it knows a secret.
         */
        post: operations["receiveHostWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collect/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send page views
         * @description One view or up to 1,000, with an `ingest` key; the reply comes after they are durably stored. Without a key from browsers, on the origins that the project allows: then the headers and the address of the request count, not those in the body.
         *
         *     Servers need a key with the scope `ingest` or `admin`.
         */
        post: operations["collect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collect/{projectId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send feedback on a page
         * @description Whether a page was helpful, with a comment where there is one, or a report on a code sample. With an `ingest` key; without one from browsers, on the origins that the project allows. The reply comes after it is durably stored. No address and no user agent is kept.
         *
         *     Servers need a key with the scope `ingest` or `admin`.
         */
        post: operations["sendFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/effect/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a commit did to page views
         * @description The same as for a job, for any commit on the project's branch: a merge is compared with its first parent.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getCommitEffect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of the server
         * @description The jobs, the queue, the workers, the database, the ingestion of page views, the storage, the last backup, the versions, and settings that are wrong or unwise, each with what to do. A part that cannot be determined in time says so. A key that is for one project, or for tests, may not see it.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["getServerHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys
         * @description Newest first, also those that are revoked or have expired. Follow `nextCursor` for the next page.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is in this reply and never shown again: only its hash is kept. A reply that is repeated for the same idempotency key names the same key, but does not contain its text.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description What it may do, when it was last used, and whether it is valid. Never the key itself.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key is refused from the next request on, and the sessions that it started end. This is final. Revoking a revoked key changes nothing.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a new key with the same settings and the same lifetime, counted from now. The new key is shown only once. The old key stays valid for an hour, so that you can give its users the new one.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a key or a person may do
         * @description Says who sends the request: a key, or the person of the session.
         *
         *     Needs any key.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your account
         * @description Changes the name; a field that is absent stays. An owner changes role and e-mail address.
         *
         *     Needs the session of a browser in which a person is signed in: a key has no account.
         */
        patch: operations["changeMe"];
        trace?: never;
    };
    "/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set your password
         * @description If you have a password, send it with the new one; if you have none, you need an e-mail address to sign in with. Your other sessions end. Wrong passwords count together with those of failed sign-ins.
         *
         *     Needs the session of a browser in which a person is signed in: a key has no account.
         */
        put: operations["setMyPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects that you may use
         * @description The ids and names, ordered by name, for a key with any scope. A key that is for one project sees only that one.
         *
         *     Needs any key.
         */
        get: operations["listMyProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description The browsers in which you are signed in, newest first.
         *
         *     Needs the session of a browser in which a person is signed in: a key has no account.
         */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        /**
         * End your other sessions
         * @description Ends all sessions except the one that sends this request.
         *
         *     Needs the session of a browser in which a person is signed in: a key has no account.
         */
        delete: operations["endMySessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Ending the session that sends this request signs you out.
         *
         *     Needs the session of a browser in which a person is signed in: a key has no account.
         */
        delete: operations["endMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people
         * @description Oldest first. Follow `nextCursor` for the next page.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listPeople"];
        put?: never;
        /**
         * Invite a person
         * @description Answers with a link that signs them in once, within seven days. Copydesk sends no mail: give them the link yourself. A reply that is repeated for the same idempotency key contains no link.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a person
         * @description Their sessions and links end at once. The audit log still names them. API keys and share links that they created keep working, unless `revokeMade` is `true`.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["removePerson"];
        options?: never;
        head?: never;
        /**
         * Change a person
         * @description Changes name, role or e-mail address; a field that is absent stays. A new role applies from their next request on.
         *
         *     Needs a key with the scope `admin`.
         */
        patch: operations["changePerson"];
        trace?: never;
    };
    "/v1/people/{personId}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a sign-in link for a person
         * @description The link signs them in once, within seven days. Earlier links no longer work.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["linkPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects
         * @description Ordered by name. A key that is for one project sees only that one.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Reads the repository before anything is stored: it must exist and contain docs. If no repository is given, Copydesk creates an empty one and keeps it. The address must be public, unless the operator allows its network.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Includes how much it contains, which a deletion would remove. Never a secret.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description This is final. The project disappears at once for everybody, with its jobs, its page views, its webhooks and the keys that are only for it; active jobs are stopped, and the name is free again. A repository that Copydesk keeps for it is removed; one elsewhere is not changed. The audit log stays.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description A field that is absent stays. A new repository, branch or folder is read first, and must contain docs. With `revision` the change is refused if somebody else has changed the project since it was read; `errors` then contains the current value of each field.
         *
         *     Needs a key with the scope `admin`.
         */
        patch: operations["changeProject"];
        trace?: never;
    };
    "/v1/projects/{projectId}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the connection with the code host
         * @description The settings with which Copydesk works at the code host of the project. Never a secret.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["getConnection"];
        /**
         * Connect a project with its code host
         * @description Stores the credential, encrypted, and the given settings; a field that is absent stays. Another credential counts from the next transfer on. Nothing is tried at the host: `copydesk project connect --check` does that. The secret of the webhooks is in the reply when it is new, and never shown again.
         *
         *     Needs a key with the scope `admin`.
         */
        put: operations["setConnection"];
        post?: never;
        /**
         * Disconnect a project from its code host
         * @description Deletes the credential and the secret of the webhooks. From now on, Copydesk itself keeps the pull requests, and git connects without a credential. Disconnecting a project that is not connected changes nothing.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/connection/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a connection with the code host
         * @description Tries all that Copydesk needs there, with the given credential or else with the stored one: a branch is pushed and deleted again. Nothing is stored; the reply says what does not work.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["checkConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/connection/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the secret of the code host’s webhooks
         * @description From now on, requests that are signed with the old secret are refused. Only this reply contains the new one.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["renewWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the context repositories
         * @description The repositories that the agent may read beside the docs, by name.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listContextRepositories"];
        put?: never;
        /**
         * Add a context repository
         * @description Reads the repository before anything is stored. A project has at most 10.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["addContextRepository"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/context/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a context repository
         * @description From the next turn on, the agent can no longer read it.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["removeContextRepository"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/model-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the model keys
         * @description The providers for which the project has a key or an address of its own. Never the key itself.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listModelKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/model-keys/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a model key
         * @description Stores a key, an address or both for the jobs of the project, encrypted, and replaces the earlier ones. The address must be public, unless the operator allows its network.
         *
         *     Needs a key with the scope `admin`.
         */
        put: operations["setModelKey"];
        post?: never;
        /**
         * Delete a model key
         * @description From then on, jobs use the key of the installation. Deleting a key that does not exist changes nothing.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["deleteModelKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers of models
         * @description The settings of each provider for the jobs of the project, and the prices of models. Never a key.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/models/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a model
         * @description Asks the model for one tool call, with the key and the address that jobs of the project use. It costs a few hundred tokens, and takes at most a minute for each call. The reply says what is wrong.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["checkModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the share links of a project
         * @description Lists those that are not revoked. Never the links themselves: only their hashes are kept.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Create a share link
         * @description Whoever has the link sees who reads the docs, and nothing else of the project, without signing in; it also works as a badge and as a feed of reports. The link is in this reply and never shown again: a reply that is repeated for the same idempotency key does not contain it.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/shares/{shareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a share link
         * @description From now on, the link, its badges and its feed answer 404; a cache may keep them for five minutes. This is final.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the triggers of a project
         * @description Oldest first, all of them.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listTriggers"];
        put?: never;
        /**
         * Create a trigger
         * @description An address by which another program starts jobs. The secret is in this reply and never shown again.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["createTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a trigger
         * @description From now on, requests to its address are refused. Jobs that it has started continue.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["deleteTrigger"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a trigger off
         * @description Requests to its address start nothing until it is switched on again. Takes no body, and ignores one.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["disableTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a trigger on
         * @description A trigger that is on stays on. Takes no body, and ignores one.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["enableTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a trigger a new secret
         * @description Copydesk creates the secret. From now on, requests with the old one are refused. Takes no body, and ignores one.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["rotateTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask the docs what they must answer
         * @description The questions of `.copydesk/questions.yaml`, checked against the current docs of the branch, which is fetched first. They are answered if a page contains certain words and patterns. With `judge`, a model is asked too, which is given the text of the page as AI readers get it, and nothing else; the facts are then looked for in its answer. A question without a page is judged by up to three pages that a search finds.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{projectId}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Propose questions for the pages that AI reads most
         * @description For the pages of the current docs that AI read most in the last 30 days and that no question names yet: a question from the title or a heading, and facts that the page contains, such as commands. Checked right away, all of them are answered; no model is involved.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getQuestionProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/readability/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how well AI readers can read the docs
         * @description The current docs of the branch, which is fetched first, as the text that AI readers get: how long the pages are, and warnings by the rules that the project has on. No model is involved, and no site is built.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getReadability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of a week or a month
         * @description What people and AI read most, more and less than before, which paths were not found, what readers said, which changes were merged, the effect of earlier ones, and the cost. Whole days of UTC. As Markdown with `Accept: text/markdown`.
         *
         *     Needs a key with the scope `analytics:read` or `admin`.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/repositories/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Inspect a repository
         * @description Says what a project would find there: the kind of site, the pages, and what the checks find. Nothing is stored.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["lookAtRepository"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/triggers/{triggerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a job by a trigger
         * @description For programs that send webhooks. Takes any JSON, or a form, with the proof that the trigger requires; the answer comes when the job is durably stored. A repeated request with the same delivery id gets the job of the first one. A wrong proof and an unknown trigger get the same answer.
         *
         *     Needs no key: the sender proves that it knows a secret.
         */
        post: operations["fireTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of a project
         * @description Oldest first, all of them.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description From now on the address is told when a job of the project is completed, failed or archived, signed as Standard Webhooks say. The secret of the signatures is in this reply and never shown again.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{projectId}/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Says whether it is failing or disabled, and since when. Never its secret.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description With its deliveries and their log. Nothing more is sent, save what is on its way.
         *
         *     Needs a key with the scope `admin`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{projectId}/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Newest first, with their attempts; kept for 30 days. Follow `nextCursor` for the next page.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{projectId}/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description With the same `webhook-id` and body, at once, whatever has come of it before, and by the same schedule of retries. One that waits for its next attempt waits no longer.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{projectId}/{webhookId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook again
         * @description What happens from now on is sent. What was given up meanwhile is sent when it is redelivered. Enabling one that is enabled changes nothing.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{projectId}/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook
         * @description Sends a delivery of the type `test` in the way of every other, also to a disabled webhook. How it went is in the deliveries.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an agent job
         * @description Starts a job that carries out the prompt in the background. When the agent changes files, a pull request is opened, and `prLink` contains its address. Poll the job until its status is no longer `active`. A `ref` that the repository does not have ends the job with `ref_not_found`.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent job
         * @description Answers with an `ETag`; send it as `If-None-Match` to get 304 as long as nothing has changed.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an agent job
         * @description Final. An active job is stopped before its next step. Archiving an archived job changes nothing.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["archiveJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/backport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Backport what an agent job changed to other branches
         * @description Starts a job for each branch, all of them or none. Each job makes the change of the last pull request of this job there and opens a pull request. That last pull request may still be open. It needs no model. A job whose branch does not exist fails with `ref_not_found`, one whose branch has other text in the same lines fails with `merge_conflict`; the others continue.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["backportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an agent job changed
         * @description The changed files compared with the commit on which the job started, also while the job is active.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getJobDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/effect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an agent job did to page views
         * @description After its last pull request was merged: the views of the pages it changed in the days after the merge, compared with as many days before, by people, by AI and by purpose, beside the views of pages of similar traffic that it did not change.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getJobEffect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the transcript of an agent job
         * @description JSON, or with `Accept: text/event-stream` a stream of Server-Sent Events that begins after `Last-Event-ID` and ends when the job is no longer active. A client that comes back to a stream that has ended, with the last event as its `Last-Event-ID`, gets 204 and need not connect again. `waiting` says why an active job is not in progress; the stream says it in events of that type without an id, whose data is null when a worker works on it.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getJobEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the readers of the pages that an agent job changes
         * @description The files of its last pull request, removed and moved ones first, with the views of their pages in the last 30 days, the AI agents that read them most, where readers came from, and how many pages link to them. No files as long as there is no pull request. The description of the pull request shows the same numbers as of its delivery.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getJobImpact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a follow-up message to an agent job
         * @description Gives the agent a further instruction. An active job reads it before its next step; a completed or failed job becomes active again and goes on in the same branch, or in a new one when its pull request was merged or closed.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["messageJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the pages of a job as AI readers get them
         * @description Each page that the job changes, before and after, also while the job is active: how long it is as text, what tabs, images and components lose there, and what the change makes harder to read for AI. With `path`, also the text.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getJobPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo what an agent job changed
         * @description Starts a job that opens a pull request which reverts the last pull request of this job, however that was merged. It needs no model. Later edits on the same pages are kept; if they changed the same lines, the new job fails with `merge_conflict` and names the files. Its `madeFrom` names this job.
         *
         *     Needs a key with the scope `agent:write` or `admin`.
         */
        post: operations["undoJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an agent job has used
         * @description Steps, tokens, money and time, and how much of each the job may use. At its budget it stops with `limit_reached`, and a message lets it continue.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["getJobUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent jobs
         * @description Newest first. Follow `nextCursor` for the next page.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/page-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs that changed a page
         * @description Jobs that changed a file from which a page of this path may be made, newest first, with their pull requests.
         *
         *     Needs a key with the scope `agent:read` or `admin`.
         */
        get: operations["listPageJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    delivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A job has ended, or a report is ready
         * @description Signed as of Standard Webhooks 1.0.0. It may come more than once, and in any order.
         */
        post: operations["delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AddedContextRepository: {
            /** @description The name that the agent uses for it */
            name: string;
            /**
             * @description The branch that is read; null for its default branch
             * @default null
             */
            ref?: string | null;
            /** @description A URL; or, with the scope `admin` or as an owner, the path of a repository in a folder that the operator of Copydesk allows */
            repository: string;
            /** @description What to consider before the agent reads it, for example that it is private and the docs are public */
            warning: string | null;
        };
        AgentsResult: {
            /** @description By views, most first; those with equally many by agent, operator and purpose, each by its bytes */
            agents: {
                agent: string;
                /**
                 * Format: date-time
                 * @description The last view within the range, exact to the hour at least
                 */
                lastSeen: string;
                operator: string;
                purpose: components["schemas"]["Purpose"];
                /** @description The other product that counted these; absent for Copydesk */
                source?: components["schemas"]["SourceName"];
                /** @description The views by the form that was asked for */
                surfaces: {
                    html: number;
                    "llms.txt": number;
                    markdown: number;
                };
                /** @description With `interval`: the views of each, of the starts in `trendStarts` */
                trend?: number[];
                /** @description The views by how they were verified */
                verification: {
                    claimed: number;
                    spoofed: number;
                    unverifiable: number;
                    verified: number;
                };
                /** @description The share of the views that are verified, from 0 to 1 */
                verifiedShare: number;
                views: number;
            }[];
            /** @description Whether more results exist beyond this page of results */
            hasMore: boolean;
            /** @description The part of the total that was imported from other products; absent if Copydesk counted all of it */
            sources?: components["schemas"]["Sources"];
            totals: components["schemas"]["Totals"];
            /** @description With `interval`: the first moments of the days, weeks or months; the latest 250 of them */
            trendStarts?: string[];
            /** @description With `visits`: by operator, most reads first */
            visitsBack?: components["schemas"]["VisitsBack"][];
        };
        ApiKey: {
            /** @description CIDR blocks from which it may be used; null for anywhere */
            allowedAddresses: string[] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description The name of whoever created it; empty if unknown */
            createdBy: string;
            expiresAt: string | null;
            /** @description The last four characters of the key, to recognise it */
            hint: string;
            id: string;
            /** @description To the minute */
            lastUsedAt: string | null;
            name: string;
            /** @description The one project that it is for; null for all */
            projectId: string | null;
            revokedAt: string | null;
            /** @description The key that replaces it */
            rotatedTo: string | null;
            scopes: components["schemas"]["Scope"][];
            state: components["schemas"]["KeyState"];
            /** @description Whether it is a key of the test mode, which begins with `desk_test_` */
            test: boolean;
        };
        AskedQuestions: {
            answers: {
                isAnswered: boolean;
                /** @description What a model answered; null if none was asked, or if it did not answer */
                judged: {
                    /** @description What the model answered from the page alone, at most 2,000 characters */
                    answer: string;
                    /** @description Whether it was shown only the beginning of a page */
                    cut: boolean;
                    /** @description Whether its answer contains all facts */
                    isAnswered: boolean;
                    /** @description What its answer lacks */
                    missing: string[];
                    model: string;
                } | null;
                /** @description What that page lacks */
                missing: string[];
                /** @description The page that answers it or should; null if any page may answer it and none does */
                page: string | null;
                question: string;
            }[];
            /** @description The head of the branch */
            commit: string;
            /** @description Which questions could not be checked or judged and why, one line each */
            notAsked: string[];
            ref: string;
            /** @description What the model has used; null if none answered */
            usage: {
                /** @description Null if the price of the model is not known */
                costUsd: number | null;
                inputTokens: number;
                outputTokens: number;
            } | null;
        };
        AuditEntry: {
            /** @description A stable name such as `key.create` */
            action: string;
            actor: {
                id: string | null;
                /**
                 * @description `command` is the terminal of the server; `system` is Copydesk itself, or somebody unknown
                 * @enum {string}
                 */
                kind: "person" | "key" | "command" | "system";
                /** @description The name at that time */
                name: string;
            };
            /** @description The IP address of the request; null for the terminal */
            address: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            /** @description What was changed; the fields depend on the action; never a secret */
            detail: {
                [key: string]: unknown;
            };
            /** @description Greater for later entries */
            id: number;
            projectId: string | null;
            subject: {
                id: string | null;
                kind: string;
                name: string;
            };
        };
        AuditList: {
            entries: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
        };
        Automation: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            enabled: boolean;
            /** @description Until when a limit or a failure stops it */
            heldUntil: string | null;
            id: string;
            lastRun: components["schemas"]["AutomationRun"] | null;
            limits: {
                /**
                 * @description Jobs and further messages within 24 hours
                 * @default 5
                 */
                jobsPerDay?: number;
                /** @default null */
                quietHours?: components["schemas"]["QuietHours"] | null;
                /**
                 * @description What its jobs and questions may cost in a calendar month (UTC); null for no limit
                 * @default null
                 */
                usdPerMonth?: number | null;
            };
            name: string;
            /** @description When it checks next by itself; null if it waits for an event */
            nextAt: string | null;
            prompt: string;
            trigger: components["schemas"]["AutomationTrigger"];
        };
        /**
         * @description `waiting`: requested, not checked yet; `job`: started a job; `message`: added to the open pull request of a job; `nothing`: found nothing to do; `put_off`: a limit stopped it, and it checks again later; `failed`: could not check, and tries again
         * @enum {string}
         */
        AutomationDecision: "waiting" | "job" | "message" | "nothing" | "put_off" | "failed";
        AutomationDryRun: {
            /** @description What the average is calculated from: completed jobs of the automation, or else of its project with the same model; null if there are none */
            average: {
                costUsd: number | null;
                jobs: number;
                /** @enum {string} */
                of: "automation" | "project";
            } | null;
            /** @description Of all these runs, by the average cost; null if unknown */
            costUsd: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            from: string;
            /** @description How many of the runs would have started work */
            jobs: number;
            /** @description What the estimate leaves out */
            notes: string[];
            /** @description Oldest first */
            runs: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                at: string;
                /** @enum {string} */
                decision: "job" | "message" | "nothing" | "put_off";
                why: string;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            to: string;
        };
        AutomationList: {
            automations: components["schemas"]["Automation"][];
        };
        AutomationPatch: {
            enabled?: boolean;
            limits?: {
                /** @description Jobs and further messages within 24 hours */
                jobsPerDay?: number;
                quietHours?: components["schemas"]["QuietHours"] | null;
                /** @description What its jobs and questions may cost in a calendar month (UTC); null for no limit */
                usdPerMonth?: number | null;
            };
            name?: string;
            /** @description The instruction of every job. Copydesk appends what the automation found, as material */
            prompt?: string;
            /** @description Replaces the whole trigger: an absent field gets its default. The kind cannot change */
            trigger?: components["schemas"]["AutomationTrigger"];
        };
        AutomationRequest: {
            /**
             * @description Whether it starts work by itself
             * @default true
             */
            enabled?: boolean;
            /** @default {} */
            limits?: {
                /**
                 * @description Jobs and further messages within 24 hours
                 * @default 5
                 */
                jobsPerDay?: number;
                /** @default null */
                quietHours?: components["schemas"]["QuietHours"] | null;
                /**
                 * @description What its jobs and questions may cost in a calendar month (UTC); null for no limit
                 * @default null
                 */
                usdPerMonth?: number | null;
            };
            /** @description The name that people see */
            name: string;
            /** @description The instruction of every job. Copydesk appends what the automation found, as material */
            prompt: string;
            trigger: components["schemas"]["AutomationTrigger"];
        };
        AutomationRun: {
            automationId: string;
            /**
             * @description What started the run: the schedule, an event or a person
             * @enum {string}
             */
            begunBy: "time" | "event" | "hand";
            /** @description What its question to the model cost, without the job; null if unknown */
            costUsd: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            decision: components["schemas"]["AutomationDecision"];
            /** @description How many events it handled */
            events: number;
            id: string;
            job: {
                id: string;
                /** Format: uri */
                page: string;
            } | null;
            /** @description Which of its pull requests the run is about, such as a language; empty if the automation has only one */
            lane: string;
            /** @description Links to what the run is about */
            links: string[];
            why: string;
        };
        AutomationRunList: {
            /** @description Give it as `cursor` for the next page; null on the last page */
            nextCursor: string | null;
            runs: components["schemas"]["AutomationRun"][];
        };
        AutomationTrigger: components["schemas"]["ScheduleTrigger"] | components["schemas"]["NotFoundTrigger"] | components["schemas"]["ProductChangedTrigger"] | components["schemas"]["ReadMostTrigger"] | components["schemas"]["TranslationsTrigger"] | components["schemas"]["FeedbackTrigger"] | components["schemas"]["InboundTrigger"] | components["schemas"]["IssueTrigger"];
        Backport: {
            jobs: components["schemas"]["Job"][];
        };
        BackportRequest: {
            /** @description The branches that get the change; each gets a job and a pull request of its own */
            refs: string[];
        };
        BotsResult: {
            /** @description By views, most first; equal ones by bot and operator, each by its bytes */
            bots: {
                bot: string;
                /**
                 * Format: date-time
                 * @description The last view within the range, exact to the hour at least
                 */
                lastSeen: string;
                operator: string;
                views: number;
            }[];
            hasMore: boolean;
            totals: {
                /** @description Views by bots, which no total of people and AI includes */
                views: number;
            };
        };
        ChangeEffect: {
            ai: components["schemas"]["Lift"];
            /** @description Days after the merge that are compared with as many before */
            days: number;
            human: components["schemas"]["Lift"];
            job: string;
            /**
             * Format: date-time
             * @description When it was merged, or when Copydesk noticed it
             */
            mergedAt: string;
            /** @description Requests for its pages that were answered 404 or 410 */
            notFound: components["schemas"]["EffectCounts"];
            /**
             * Format: uri
             * @description The page of the job, for people
             */
            page: string;
            /** @description Pages that are compared */
            pages: number;
            /** Format: uri */
            prLink: string;
            title: string;
        };
        CheckedModel: {
            /** @description What was tried, in order */
            findings: {
                detail: string;
                name: string;
                /**
                 * @description `warning`: jobs run anyway
                 * @enum {string}
                 */
                result: "ok" | "warning" | "failed";
            }[];
            model: string;
            /** @description Whether jobs could use it */
            ok: boolean;
            usage: {
                /** @description Null if the price is unknown */
                costUsd: number | null;
                inputTokens: number;
                outputTokens: number;
            };
        };
        /** @enum {string} */
        CodeHostName: "github" | "gitlab" | "gitea" | "forgejo" | "bitbucket" | "git";
        CollectEvent: {
            /** @description The Content-Type of the reply: a type that no page has is not counted */
            contentType?: string | null;
            /** @description Headers of the request that distinguish readers: accept, accept-language, sec-fetch-*, signature* */
            headers?: {
                [key: string]: string | string[];
            } | null;
            /** @description The same id counts once within 30 days: send it again as often as needed */
            id?: string | null;
            /** @description The address of the reader. It is never stored */
            ip?: string | null;
            /** @description The path of the page, if the full address is not known */
            path?: string | null;
            referrer?: string | null;
            /** @description The status of the reply; absent for a success */
            status?: number | null;
            /** @description When the page was viewed; absent for the time of arrival */
            timestamp?: number | string | null;
            /** @description The full address of the page */
            url?: string | null;
            userAgent?: string | null;
        };
        CollectRequest: components["schemas"]["CollectEvent"] | components["schemas"]["CollectEvent"][];
        CollectResult: {
            /** @description Events that are counted, and durably stored */
            accepted: number;
            /** @description Events that are not counted: the place in the batch, and why */
            dropped: {
                detail: string;
                index: number;
                reason: components["schemas"]["DropReason"];
            }[];
            /** @description Events whose id was already counted */
            duplicates: number;
        };
        Connection: {
            /** @description The base address of the API; empty for `git` */
            apiUrl: string;
            /** @enum {string} */
            credentialKind: "token" | "app" | "password";
            draft: boolean;
            /** @description Helps to recognise the credential, such as the last four characters of a token */
            hint: string;
            host: components["schemas"]["CodeHostName"];
            labels: string[];
            /** @description The account that Copydesk uses; null if unknown */
            login: string | null;
            mention: string;
            /** @description Its name at the host, such as `owner/name` */
            repository: string;
            reviewers: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updatedAt: string;
            webhook: {
                /** @description When the last webhook with a valid signature arrived */
                seenAt: string | null;
                /** @description Where the code host sends its webhooks */
                url: string;
            };
        };
        ConnectionChecks: {
            checks: {
                /** @description What was found; for a failed check, also what to do */
                detail: string;
                /** @description Whether nothing that is needed is missing */
                isAdvice: boolean;
                name: string;
                ok: boolean;
            }[];
            host: components["schemas"]["CodeHostName"];
            /** @description Whether all required checks succeeded */
            ok: boolean;
        };
        ConnectionCredential: {
            /** @constant */
            kind: "token";
            token: string;
        } | {
            /** @description The id of the GitHub App, or its client id */
            appId: string;
            /** @description Absent: Copydesk finds it by the repository */
            installationId?: number;
            /** @constant */
            kind: "app";
            /** @description In PEM */
            privateKey: string;
        } | {
            /** @constant */
            kind: "password";
            password: string;
            username: string;
        };
        ConnectionRequest: {
            /** @description The base address of the API: https, and public; absent for the usual one of the host */
            apiUrl?: string;
            /** @description Required for the first connection; another one replaces it */
            credential?: components["schemas"]["ConnectionCredential"];
            /** @description Whether pull requests are opened as drafts */
            draft?: boolean;
            /** @description Absent: Copydesk finds it by the address of the repository, if that is a well-known host */
            host?: components["schemas"]["CodeHostName"];
            /** @description Labels that pull requests get; replaces the whole list */
            labels?: string[];
            /** @description The name by which comments address Copydesk, without the @ */
            mention?: string;
            /** @description Accounts that are asked to review; replaces the whole list */
            reviewers?: string[];
        };
        ContextRepository: {
            /** @description The name that the agent uses for it */
            name: string;
            /**
             * @description The branch that is read; null for its default branch
             * @default null
             */
            ref?: string | null;
            /** @description A URL; or, with the scope `admin` or as an owner, the path of a repository in a folder that the operator of Copydesk allows */
            repository: string;
        };
        ContextRepositoryList: {
            repositories: components["schemas"]["ContextRepository"][];
        };
        /** @enum {string} */
        CountedBy: "copydesk" | "umami" | "plausible" | "matomo" | "ga4" | "goatcounter" | "mintlify" | "csv";
        CreatedKey: {
            /** @description CIDR blocks from which it may be used; null for anywhere */
            allowedAddresses: string[] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description The name of whoever created it; empty if unknown */
            createdBy: string;
            expiresAt: string | null;
            /** @description The last four characters of the key, to recognise it */
            hint: string;
            id: string;
            /** @description The key itself, shown only once. Null if a reply is repeated for the same idempotency key */
            key: string | null;
            /** @description To the minute */
            lastUsedAt: string | null;
            name: string;
            /** @description The one project that it is for; null for all */
            projectId: string | null;
            revokedAt: string | null;
            /** @description The key that replaces it */
            rotatedTo: string | null;
            scopes: components["schemas"]["Scope"][];
            state: components["schemas"]["KeyState"];
            /** @description Whether it is a key of the test mode, which begins with `desk_test_` */
            test: boolean;
        };
        CreatedShare: {
            /** @description A badge of the views of 30 days, as SVG; null if the link is null */
            badge: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** @description The weekly and monthly reports, as an Atom feed; null if the link is null */
            feed: string | null;
            /** @description The last characters of its token */
            hint: string;
            /** @description `shr_` and 22 characters */
            id: string;
            /** @description To within some minutes */
            lastUsedAt: string | null;
            /** @description What the link is for; empty if not given */
            name: string;
            /** @description The link: whoever has it sees the readers, until it is revoked. It is shown only once, and null in a reply that is repeated for the same idempotency key */
            url: string | null;
        };
        CreatedTrigger: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description The latest requests, newest first: at most 20 */
            deliveries: components["schemas"]["TriggerDelivery"][];
            /** @description When it was switched off; null while it is on */
            disabledAt: string | null;
            fields: {
                [key: string]: string;
            };
            id: string;
            name: string;
            perHour: number;
            prompt: string;
            scheme: components["schemas"]["TriggerScheme"];
            /** @description Shown only once */
            secret: string;
            /**
             * Format: uri
             * @description Where to send
             */
            url: string;
            /** @description When it last started a job */
            usedAt: string | null;
            when: {
                [key: string]: string[];
            };
        };
        CreatedWebhook: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description Nothing is sent any more since then */
            disabledAt: string | null;
            /** @description `gone`: the receiver answered 410; `failing`: it failed for days */
            disabledReason: ("gone" | "failing") | null;
            events: components["schemas"]["WebhookEvent"][];
            /** @description Since when there were nothing but failures; null after a success */
            failingSince: string | null;
            id: string;
            /** @description `whsec_` and base64: what signatures are made with. Shown this once */
            secret: string;
            url: string;
        };
        /** @enum {string} */
        DropReason: "future" | "ancient" | "invalid_url" | "invalid_characters" | "path_too_long" | "not_a_page" | "not_served" | "method" | "prefetch" | "not_navigation" | "excluded_address" | "excluded_path" | "excluded_user_agent" | "people_counted_elsewhere" | "unreadable";
        EffectCounts: {
            after: number;
            before: number;
        };
        EffectPage: {
            ai: components["schemas"]["Lift"];
            file: string;
            human: components["schemas"]["Lift"];
            /** @description Requests that were answered 404 or 410 */
            notFound: components["schemas"]["EffectCounts"];
            path: string;
            purposes: {
                assistant: components["schemas"]["Lift"];
                coding: components["schemas"]["Lift"];
                other: components["schemas"]["Lift"];
                search: components["schemas"]["Lift"];
                training: components["schemas"]["Lift"];
            };
            /** @description People who came from products of AI; null beyond the 20 pages that are read most, and where a page has more than 5,000 views with a referrer in a range */
            returns: components["schemas"]["EffectCounts"] | null;
        };
        EventList: {
            events: components["schemas"]["JobEvent"][];
            hasMore: boolean;
            /** @description Why no worker works on the job; null if one does, and if the job has ended */
            waiting: components["schemas"]["JobWaiting"] | null;
            /** @description What the model is writing at the moment, if its answer is streamed; null if nothing is known */
            writing: {
                /** @description The number that the step will have */
                step: number;
                text: string;
            } | null;
        };
        Feedback: {
            code: {
                place: string | null;
                text: string;
            } | null;
            /** @description The text that a stranger wrote; empty if there is none */
            comment: string;
            contact: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            helpful: boolean | null;
            id: string;
            /** @description The last job that got it, also after it became pending again */
            job: {
                id: string;
                /** Format: uri */
                page: string;
            } | null;
            /** @description The page, as page views have it */
            path: string;
            /** @description The merged pull request that resolved it; null if a person resolved it */
            resolvedBy: {
                number: number;
                url: string;
            } | null;
            /**
             * @description Without a key, or with one
             * @enum {string}
             */
            sentBy: "browser" | "server";
            source: components["schemas"]["FeedbackSource"];
            status: components["schemas"]["FeedbackStatus"];
            /**
             * Format: date-time
             * @description Since when it has had this state
             */
            statusAt: string;
        };
        /** @enum {string} */
        FeedbackDropReason: "invalid_url" | "honeypot" | "too_fast" | "links" | "page_full" | "project_full";
        FeedbackFixRequest: {
            ids?: string[];
            /** @description What is pending of this page, the newest 50 */
            path?: string;
            /** @description What the agent must do, instead of the usual instruction. Copydesk appends what readers say, as material */
            prompt?: string;
        } & (unknown | unknown);
        FeedbackList: {
            feedback: components["schemas"]["Feedback"][];
            hasMore: boolean;
            /** @description Give it as `cursor` for the next page; null on the last page */
            nextCursor: string | null;
        };
        FeedbackPage: {
            /** @description Those with a text, including reports on code samples */
            comments: number;
            helpful: number;
            notHelpful: number;
            /** @description The path as in page views, so that both can be joined */
            path: string;
            /** @description How many are pending */
            pending: number;
        };
        FeedbackPages: {
            /** @description What was not kept, by reason, of the whole days (UTC) of the range */
            dropped: {
                [key: string]: number;
            };
            hasMore: boolean;
            /** @description Ordered by how often they were not helpful, most often first */
            pages: components["schemas"]["FeedbackPage"][];
            totals: {
                /** @description Those with a text, including reports on code samples */
                comments: number;
                helpful: number;
                notHelpful: number;
                /** @description How many are pending */
                pending: number;
            };
        };
        FeedbackPatch: {
            status: components["schemas"]["FeedbackStatus"];
        };
        FeedbackReceipt: {
            /** @description 1 if it is kept, and durably stored */
            accepted: number;
            /** @description Why it is not kept */
            dropped: {
                detail: string;
                reason: components["schemas"]["FeedbackDropReason"];
            }[];
            /** @description 1 if its id was stored before; a comment that came with it may have been added */
            duplicates: number;
        };
        FeedbackRequest: {
            /** @description Whether an AI agent sends it; counts only if the sender has a key */
            byAgent?: boolean | null;
            code?: {
                /** @description Where on the page it is, such as the heading above it */
                place?: string | null;
                /** @description The sample as the reader saw it */
                text: string;
            } | null;
            comment?: string | null;
            /** @description How to contact the reader, if they want that. Nothing else personal is stored */
            contact?: string | null;
            /** @description Whether the page was helpful */
            helpful?: boolean | null;
            /**
             * Format: uuid
             * @description Chosen by the sender. The same id counts once; within an hour, a comment may follow its vote with the same id
             */
            id: string;
            /** @description For how many milliseconds the field of the comment was open: nobody writes one within a second */
            openFor?: number | null;
            /** @description The path of the page, if the full address is not known */
            path?: string | null;
            /** @description The full address of the page */
            url?: string | null;
            /** @description A field that readers do not see: only a spam program fills it */
            website?: string | null;
        };
        /**
         * @description `contextual`: a comment on a page; `thumbs_only`: helpful or not, without a text; `code_snippet`: a report on a code sample; `agent`: sent by an AI agent
         * @enum {string}
         */
        FeedbackSource: "contextual" | "thumbs_only" | "code_snippet" | "agent";
        /**
         * @description `pending`: nobody works on it; `in_progress`: a job or a person works on it; `resolved`: the pull request of its job was merged, a person resolved it, or it is only a vote that the page was helpful; `dismissed`: nothing will be done about it
         * @enum {string}
         */
        FeedbackStatus: "pending" | "in_progress" | "resolved" | "dismissed";
        FeedbackTrigger: {
            /**
             * @description Minute, hour, day, month and day of the week, such as `0 6 * * 1`; or `@hourly`, `@daily`, `@weekly`, `@monthly`
             * @default 0 6 * * 1
             */
            cron?: string;
            /**
             * @description From how long ago reports count
             * @default 30
             */
            days?: number;
            /** @constant */
            kind: "feedback";
            /**
             * @description How many reports a page must have that no job got: not helpful, a comment, or a code sample
             * @default 3
             */
            minReports?: number;
            /**
             * @description How many pages a job is given
             * @default 5
             */
            pages?: number;
            /**
             * @description Of the IANA database, such as `Europe/Berlin`
             * @default UTC
             */
            timeZone?: string;
        };
        /** @enum {string} */
        FileChange: "added" | "changed" | "moved" | "removed";
        FileDiff: {
            additions: number;
            binary: boolean;
            /** @enum {string} */
            change: "added" | "modified" | "deleted" | "renamed";
            deletions: number;
            /** @description Set when the file was moved */
            oldPath: string | null;
            /** @description Unified diff hunks; empty for binary files */
            patch: string;
            path: string;
        };
        HealthResult: {
            /** @description By the day of arrival (UTC), newest first */
            days: {
                accepted: number;
                /** Format: date */
                date: string;
                /** @description Events that were not counted, by reason */
                dropped: {
                    [key: string]: number;
                };
                duplicates: number;
                /** @description Accepted events that arrived after their own day (UTC) was over; imported lines are never late */
                late: number;
                /** @description Requests that were refused completely, by the code of the error */
                refused: {
                    [key: string]: number;
                };
            }[];
            hasMore: boolean;
            totals: {
                accepted: number;
                /** @description Events that were not counted, by reason */
                dropped: {
                    [key: string]: number;
                };
                duplicates: number;
                /** @description Accepted events that arrived after their own day (UTC) was over; imported lines are never late */
                late: number;
                /** @description Views of people by the side that reported them: if both are above zero, people may count twice, unless one side counts them by now */
                people: {
                    browser: number;
                    /** @description Which side counts people now; null for both */
                    countedBy: ("browser" | "server") | null;
                    /** @description When a week of data decided it; null if a person decided it, or nobody */
                    decidedAt: string | null;
                    server: number;
                };
                /** @description Requests that were refused completely, by the code of the error */
                refused: {
                    [key: string]: number;
                };
            };
        };
        HostWebhookResult: {
            /** @description The parts of the webhook that Copydesk uses; most webhooks contain none */
            events: number;
        };
        ImpactFile: {
            /** @description The AI agents that read it most; at most 5 */
            agents: {
                agent: string;
                operator: string;
                purpose: components["schemas"]["Purpose"];
                views: number;
            }[];
            change: components["schemas"]["FileChange"];
            /** @description The path in the repository, before the job */
            file: string;
            /** @description Pages of the docs that linked to it before the job; null if that was not counted */
            linkedFrom: number | null;
            /** @description For a moved file, its path in the repository after the job */
            movedTo: string | null;
            /** @description The paths of its pages, as in page views; empty if the file is no page */
            pages: string[];
            /** @description Where most of its readers came from, by the latest 500 views of each page that have a referrer; at most 5, and none for pages beyond the 20 that are read most */
            referrers: {
                ai: number;
                human: number;
                operator: string | null;
                /** @description The AI product of that host, such as `ChatGPT`; null for any other */
                product: string | null;
                /** @description The host that people came from */
                referrer: string;
                total: number;
            }[];
            /** @description Views of its pages */
            totals: components["schemas"]["Totals"];
        };
        InboundTrigger: {
            /** @constant */
            kind: "inbound";
            /** @description A trigger of the project: its requests are kept for the automation, and start no jobs of their own */
            triggerId: string;
        };
        /** @enum {string} */
        Interval: "hour" | "day" | "week" | "month";
        InvitedPerson: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description Null for a person who signs in only by links */
            email: string | null;
            hasPassword: boolean;
            id: string;
            /** @description When the first session started; null until the person uses the invitation */
            joinedAt: string | null;
            /** @description To the minute */
            lastSeenAt: string | null;
            link: string | null;
            linkExpiresAt: string | null;
            name: string;
            /** @description Counts changes; send it with a change, and the reply is 409 if somebody else was faster */
            revision: number;
            role: components["schemas"]["Role"];
        };
        IssueTrigger: {
            /**
             * @description Or when it is assigned to one of these accounts
             * @default []
             */
            assignees?: string[];
            /** @constant */
            kind: "issue";
            /**
             * @description An issue counts when it has one of them
             * @default [
             *       "docs"
             *     ]
             */
            labels?: string[];
        };
        Job: {
            archivedAt: string | null;
            /** @description Null if that was not recorded */
            author: components["schemas"]["JobAuthor"] | null;
            /** @description Null if no code host has reported anything yet */
            checks: components["schemas"]["JobChecks"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            error: components["schemas"]["JobFailure"] | null;
            id: string;
            /** @description Null unless it undoes or backports another job */
            madeFrom: components["schemas"]["JobMadeFrom"] | null;
            model: string;
            /** @description Null while the job is active, and if it was archived before its end */
            outcome: components["schemas"]["JobOutcome"] | null;
            /**
             * Format: uri
             * @description The page of the job, for people
             */
            page: string;
            /** @description The pull request. Null while the job is active, and null if no file was changed */
            prLink: string | null;
            pullRequest: components["schemas"]["JobPullRequest"] | null;
            /** @description Other jobs with open pull requests into the same branch that change the same files, newest first, at most 10; only in the answers of `getJob` and `listJobs`, for jobs whose pull request is open */
            sharesFilesWith?: components["schemas"]["JobSharing"][];
            source: {
                /** @description The branch that the agent works on */
                ref: string;
                /** @description The full URL of the repository, without credentials */
                repository: string;
            };
            status: components["schemas"]["JobStatus"];
            /** @description The beginning of the first prompt: at most 500 characters */
            summary: string;
        };
        JobAuthor: {
            /** @description Of the person or the API key */
            id: string | null;
            /**
             * @description `command`: somebody on the server's own terminal; `system`: Copydesk itself
             * @enum {string}
             */
            kind: "person" | "key" | "command" | "system";
            name: string;
        };
        JobChecks: {
            /** @description Failed ones first; at most 30. In a list of jobs only failed ones, at most 3, with a `summary` of null */
            checks: {
                link: string | null;
                name: string;
                /**
                 * @description `skipped`: neither passed nor failed, such as a check that is allowed to fail
                 * @enum {string}
                 */
                state: "running" | "passed" | "failed" | "skipped";
                summary: string | null;
            }[];
            commit: string;
            /** @description Of all checks that were read, also of those that `checks` does not list */
            counts: {
                failed: number;
                passed: number;
                running: number;
                skipped: number;
            };
            /** @description False if there are more checks than Copydesk reads: the others count neither as passed nor as failed */
            isWhole: boolean;
            /** @description Links to deployments of the commit; at most 10, in a list of jobs at most 3 */
            previews: {
                link: string;
                name: string;
            }[];
            /**
             * @description `running` as long as one check runs, or may run because not all were read; `failed` if one has failed and none of those that were read runs any more
             * @enum {string}
             */
            state: "running" | "passed" | "failed";
        };
        JobDiff: {
            additions: number;
            baseCommit: string | null;
            deletions: number;
            files: components["schemas"]["FileDiff"][];
            /** @description Null while the change is not committed */
            headCommit: string | null;
        };
        JobEffect: {
            /** @description From the midnight (UTC) after the merge; both ranges have the same days of the week */
            after: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            before: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            /** @description Whole days after the merge, compared with as many before; fewer while the days are not over */
            days: number;
            /** @description Files whose pages have no views before and after to compare; at most 100 */
            filesNotCompared: {
                file: string;
                /** @enum {string} */
                why: "added" | "moved" | "removed" | "no_page";
            }[];
            /** @description Days of the ranges without any counted view in the whole project: on these days, the counts are too low */
            gaps: string[];
            /** @description Whether all requested days are over */
            isComplete: boolean;
            /**
             * Format: date-time
             * @description When the pull request was merged, or when Copydesk noticed it
             */
            mergedAt: string;
            /** @description Those with most views first, at most 100 */
            pages: components["schemas"]["EffectPage"][];
            pagesInAll: number;
            /** @description Of all compared pages, also those beyond 100 */
            together: {
                ai: components["schemas"]["Lift"];
                human: components["schemas"]["Lift"];
                /** @description Requests that were answered 404 or 410 */
                notFound: components["schemas"]["EffectCounts"];
                purposes: {
                    assistant: components["schemas"]["Lift"];
                    coding: components["schemas"]["Lift"];
                    other: components["schemas"]["Lift"];
                    search: components["schemas"]["Lift"];
                    training: components["schemas"]["Lift"];
                };
            };
        };
        JobEvent: {
            /** Format: date-time */
            at: string;
            data: {
                /**
                 * @description Who wrote it at the code host; null if it came through the API
                 * @default null
                 */
                from?: {
                    /** @description The name of the account at the code host; `checks` for checks */
                    author: string;
                    /**
                     * @description `checks`: Copydesk sent it by itself, because checks of the pull request failed
                     * @default comment
                     * @enum {string}
                     */
                    kind?: "comment" | "checks";
                    /** @description The address of the comment, or of the first check that failed */
                    link: string;
                } | null;
                position: number;
                prompt: string;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "message";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                baseCommit: string;
                branch: string;
                resumed: boolean;
                turn: number;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "turn_started";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                changedFiles: string[];
                /** @description Calls of a helper model within the step; absent without any */
                helperCalls?: {
                    model: string;
                    usage: {
                        /**
                         * @description Of the tokens that were read, those that came from the cache
                         * @default null
                         */
                        cachedInputTokens?: number | null;
                        /**
                         * @description Of the tokens that were read, those that were written to the cache
                         * @default null
                         */
                        cacheWriteTokens?: number | null;
                        /** @description All tokens that the model read, including those from its cache */
                        inputTokens: number | null;
                        outputTokens: number | null;
                    };
                }[];
                /** @description Positions of the messages that the model read before this step */
                messages: number[];
                step: number;
                text: string;
                tools: {
                    ok: boolean;
                    /** @description The first lines of what the tool answered */
                    result: string;
                    /** @description The call in a few words, such as `read docs/index.md` */
                    summary: string;
                    tool: string;
                }[];
                /** @description Of the job's own model */
                usage: {
                    /**
                     * @description Of the tokens that were read, those that came from the cache
                     * @default null
                     */
                    cachedInputTokens?: number | null;
                    /**
                     * @description Of the tokens that were read, those that were written to the cache
                     * @default null
                     */
                    cacheWriteTokens?: number | null;
                    /** @description All tokens that the model read, including those from its cache */
                    inputTokens: number | null;
                    outputTokens: number | null;
                };
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "step";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                /** @description By how much the conversation became shorter */
                characters: number;
                /** @description Results and inputs of tool calls that were shortened */
                results: number;
                /** @description The step before which this happened */
                step: number;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "compacted";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                detail: string;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "noted";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                /**
                 * @description The problems that the model calls false alarms
                 * @default []
                 */
                contested?: {
                    problem: string;
                    /** @description In the model's own words */
                    reason: string;
                }[];
                /**
                 * @description Of the changed pages, and of pages whose links the change may have broken
                 * @default {
                 *       "site": null,
                 *       "links": 0,
                 *       "notJudged": [],
                 *       "others": [],
                 *       "leftAlone": []
                 *     }
                 */
                coverage?: {
                    /**
                     * @description Files of the docs in languages that the checks do not read
                     * @default []
                     */
                    leftAlone?: {
                        files: number;
                        kind: string;
                    }[];
                    /** @description Links of the site that were checked, including anchors and images */
                    links: number;
                    /** @description Links that could not be judged */
                    notJudged: {
                        /** @description Why it is unknown, as the end of "… because …" */
                        because: string;
                        count: number;
                    }[];
                    /** @description What the checks could not use, such as a sitemap or style rules; absent if there is nothing */
                    notUsed?: string[];
                    /**
                     * @description What else could not be judged
                     * @default []
                     */
                    others?: {
                        /** @description Why it is unknown, as the end of "… because …" */
                        because: string;
                        count: number;
                        /** @description In the singular, such as `import` or `data file` */
                        what: string;
                    }[];
                    /**
                     * @description The kind of the site; if none was recognised, links are resolved as code hosts resolve them
                     * @default null
                     */
                    site?: {
                        isRecognised: boolean;
                        label: string;
                    } | null;
                };
                /** @description Problems that the change introduced: they prevent a delivery, unless the model contests all of them */
                problems: string[];
                repairRound: number;
                warnings: string[];
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "checked";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                branch: string;
                commit: string;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "pushed";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                /**
                 * @description Whether the model contests problems of this delivery: a pull request that it opens is a draft
                 * @default false
                 */
                draft?: boolean;
                link: string;
                number: number;
                opened: boolean;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "pull_request";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                /** @enum {string} */
                code: "route_not_found" | "method_not_allowed" | "credentials_required" | "invalid_token" | "invalid_signature" | "insufficient_scope" | "address_not_allowed" | "origin_not_allowed" | "forbidden_origin" | "identity_refused" | "not_found" | "unsupported_media_type" | "payload_too_large" | "invalid_json" | "invalid_request" | "request_timeout" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "quota_exceeded" | "changed_meanwhile" | "job_archived" | "too_many_messages" | "test_mode" | "key_ended" | "last_owner" | "too_many_shares" | "too_many_triggers" | "too_many_automations" | "too_many_webhooks" | "pull_request_draft" | "another_must_merge" | "pull_request_moved" | "nothing_not_found" | "nothing_to_fix" | "pull_request_not_merged" | "nothing_to_carry" | "already_undone" | "already_backported" | "change_not_found" | "pull_request_not_open" | "merge_conflict" | "working_copy_dirty" | "overloaded" | "identity_unreachable" | "draining" | "database_unavailable" | "internal" | "instruction_not_understood" | "instruction_not_applicable" | "checks_failed" | "limit_reached" | "model_not_configured" | "model_refused" | "context_too_long" | "model_failed" | "repository_not_found" | "repository_empty" | "repository_unauthorized" | "repository_archived" | "repository_moved" | "repository_unreachable" | "repository_not_docs" | "repository_invalid" | "ref_not_found" | "no_questions" | "path_refused" | "file_refused" | "too_large_change" | "secret_found" | "branch_protected" | "push_rejected" | "pull_request_failed" | "code_host_unauthorized" | "code_host_forbidden" | "code_host_limited" | "code_host_unreachable" | "storage_full" | "lease_lost" | "settings_invalid" | "server_unreachable" | "port_in_use" | "database_refused" | "secret_unreadable" | "reader_rules_refused" | "backup_refused" | "answer_unknown" | "server_machine_needed" | "data_directory_refused";
                detail: string;
                /** Format: date-time */
                until: string;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "put_off";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                baseRef: string;
                /** @description The files with conflicts; empty when all are solved */
                files: string[];
                number: number;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "conflict";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                commit: string;
                failed: number;
                /** @description The first of the failed ones */
                failing: {
                    link: string | null;
                    name: string;
                }[];
                /**
                 * @description False if there are more checks than were read
                 * @default true
                 */
                isWhole?: boolean;
                number: number;
                passed: number;
                running: number;
                /**
                 * @description `running` as long as one check runs, `failed` if one has failed and none runs any more, as in the job
                 * @enum {string}
                 */
                state: "running" | "passed" | "failed";
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "checks";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                /**
                 * @description The outcome of the turn, as in the job
                 * @default null
                 */
                outcome?: ("changed" | "answered" | "nothing_to_do" | "declined" | "needs_answer" | "failed") | null;
                prLink: string | null;
                summary: string;
                /**
                 * @description What the whole job has used so far
                 * @default null
                 */
                usage?: {
                    cachedInputTokens: number;
                    /** @description In US dollars; null if the price of the model is unknown */
                    costUsd: number | null;
                    /** @description Helper models whose usage is included; absent if there were none */
                    helpers?: string[];
                    inputTokens: number;
                    outputTokens: number;
                    steps: number;
                } | null;
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "completed";
        } | {
            /** Format: date-time */
            at: string;
            data: components["schemas"]["JobFailure"];
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "failed";
        } | {
            /** Format: date-time */
            at: string;
            data: {
                /** @enum {string} */
                by: "person" | "api" | "operator" | "merge" | "close" | "idle";
            };
            /** @description Counts from 1 within a job; the `Last-Event-ID` of the event stream */
            sequence: number;
            /** @constant */
            type: "archived";
        };
        JobFailure: {
            /** @enum {string} */
            code: "route_not_found" | "method_not_allowed" | "credentials_required" | "invalid_token" | "invalid_signature" | "insufficient_scope" | "address_not_allowed" | "origin_not_allowed" | "forbidden_origin" | "identity_refused" | "not_found" | "unsupported_media_type" | "payload_too_large" | "invalid_json" | "invalid_request" | "request_timeout" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "quota_exceeded" | "changed_meanwhile" | "job_archived" | "too_many_messages" | "test_mode" | "key_ended" | "last_owner" | "too_many_shares" | "too_many_triggers" | "too_many_automations" | "too_many_webhooks" | "pull_request_draft" | "another_must_merge" | "pull_request_moved" | "nothing_not_found" | "nothing_to_fix" | "pull_request_not_merged" | "nothing_to_carry" | "already_undone" | "already_backported" | "change_not_found" | "pull_request_not_open" | "merge_conflict" | "working_copy_dirty" | "overloaded" | "identity_unreachable" | "draining" | "database_unavailable" | "internal" | "instruction_not_understood" | "instruction_not_applicable" | "checks_failed" | "limit_reached" | "model_not_configured" | "model_refused" | "context_too_long" | "model_failed" | "repository_not_found" | "repository_empty" | "repository_unauthorized" | "repository_archived" | "repository_moved" | "repository_unreachable" | "repository_not_docs" | "repository_invalid" | "ref_not_found" | "no_questions" | "path_refused" | "file_refused" | "too_large_change" | "secret_found" | "branch_protected" | "push_rejected" | "pull_request_failed" | "code_host_unauthorized" | "code_host_forbidden" | "code_host_limited" | "code_host_unreachable" | "storage_full" | "lease_lost" | "settings_invalid" | "server_unreachable" | "port_in_use" | "database_refused" | "secret_unreadable" | "reader_rules_refused" | "backup_refused" | "answer_unknown" | "server_machine_needed" | "data_directory_refused";
            detail: string;
            /** @description Whether a follow-up message with the same instruction may succeed */
            retryable: boolean;
        };
        JobImpact: {
            /** @description The AI agents that read these pages most; at most 10 */
            agents: {
                agent: string;
                operator: string;
                purpose: components["schemas"]["Purpose"];
                views: number;
            }[];
            /** @description Removed files first, then moved, changed and added ones; within each kind those with most views first, then those that most pages link to; at most 1,000 */
            files: components["schemas"]["ImpactFile"][];
            /** @description How many files there are, including those beyond 1,000, which the totals leave out */
            filesInAll: number;
            /** @description Files whose pages are unknown, for example because an older version delivered them or no views were collected */
            filesNotLocated: number;
            /**
             * Format: date-time
             * @description Views count from this midnight (UTC) on: those of the last 30 days and of today
             */
            from: string;
            /** @description Of these, views of the pages that it removes or moves, each page once */
            goneTotals: components["schemas"]["Totals"];
            /** @description Whether the project ever collected page views; if not, all counts are 0 */
            isCounted: boolean;
            /** @description Views of all pages that the job changes, each page once */
            totals: components["schemas"]["Totals"];
        };
        JobList: {
            jobs: components["schemas"]["Job"][];
            /** @description Give it as `cursor` for the next page; null on the last page */
            nextCursor: string | null;
        };
        JobMadeFrom: {
            /** @description The id of the other job */
            job: string;
            /**
             * @description `undo`: it reverts the change of the other job; `backport`: it makes that change on another branch
             * @enum {string}
             */
            kind: "undo" | "backport";
            /**
             * Format: uri
             * @description The page of the other job, for people
             */
            page: string;
        };
        JobMerge: {
            /**
             * @description `waits`: for what `reasons` name; `person`: a person decides about it; `merging`: the code host is asked to; `merged`: Copydesk has merged it
             * @enum {string}
             */
            decision: "waits" | "person" | "merging" | "merged";
            /** @description When it is merged at the earliest, while it waits */
            due: string | null;
            /** @description What decided, in sentences */
            reasons: string[];
        };
        JobOutcome: {
            /**
             * @description `changed`: there is a pull request; the next four belong to a job whose last turn changed nothing, by what its model said at the end: it `answered` what was only asked, there was `nothing_to_do`, it `declined`, or it `needs_answer`, by a message; `failed`: see `error`
             * @enum {string}
             */
            kind: "changed" | "answered" | "nothing_to_do" | "declined" | "needs_answer" | "failed";
            /** @description The last text of the model, at most 2,000 characters; for a failure, its detail */
            text: string;
        };
        JobPages: {
            /** @description The commit on which the job started */
            baseCommit: string | null;
            /** @description The last commit of the job; null while a turn is in progress */
            headCommit: string | null;
            /** @description By path; the first 300 */
            pages: {
                /** @description null if the page is removed, or cannot be parsed */
                after: components["schemas"]["ReaderPage"] | null;
                /** @description null if the page is new, or cannot be parsed */
                before: components["schemas"]["ReaderPage"] | null;
                path: string;
                /** @description Why it cannot be parsed; null if it can */
                why: string | null;
            }[];
            pagesInAll: number;
            /** @description What the change introduced */
            warnings: components["schemas"]["ReadabilityWarning"][];
        };
        JobPullRequest: {
            /** @description Told of jobs alone, where the project has a merge policy */
            merge?: components["schemas"]["JobMerge"];
            number: number;
            /** @enum {string} */
            state: "open" | "draft" | "merged" | "closed";
            url: string;
        };
        JobRequest: {
            /** @description The instruction that the agent must carry out */
            prompt: string;
            /** @description The branch that the job starts from and that its pull request goes into; absent for that of the project */
            ref?: string;
        };
        JobSharing: {
            /** @description The files that both change; at most 20 */
            files: string[];
            filesInAll: number;
            /** @description The id of the other job */
            job: string;
            /**
             * Format: uri
             * @description The page of the other job, for people
             */
            page: string;
            pullRequest: components["schemas"]["JobPullRequest"];
            /** @description Of its pull request */
            title: string;
        };
        /** @enum {string} */
        JobStatus: "active" | "completed" | "archived" | "failed";
        JobUsage: {
            /** @description Since the last message to the job while it was completed or failed: such a message starts a new budget */
            budget: {
                minutes: {
                    limit: number | null;
                    used: number;
                };
                steps: {
                    limit: number | null;
                    used: number;
                };
                tokens: {
                    limit: number | null;
                    used: number;
                };
                usd: {
                    limit: number | null;
                    used: number | null;
                };
            };
            /** @description Of the tokens that were read, those that came from the cache */
            cachedInputTokens: number;
            /** @description Of the tokens that were read, those that were written to the cache */
            cacheWriteTokens: number;
            /** @description In US dollars; null if the price of the model is unknown */
            costUsd: number | null;
            /** @description What helper models have used; absent if there were none. Tokens and cost include it, `steps` and `prices` do not */
            helpers?: {
                calls: number;
                /** @description In US dollars; null if the price of the model is unknown */
                costUsd: number | null;
                inputTokens: number;
                model: string;
                outputTokens: number;
                prices: {
                    /** @description What the model reads from the cache */
                    cachedInput: number;
                    /** @description What the model writes to the cache */
                    cacheWrite: number;
                    /**
                     * Format: date
                     * @description The day from which the price applies
                     */
                    from: string;
                    input: number;
                    /** @description The price of a whole call that reads more than this number of tokens; null if that makes no difference */
                    long: {
                        above: number;
                        /** @description What the model reads from the cache */
                        cachedInput: number;
                        /** @description What the model writes to the cache */
                        cacheWrite: number;
                        input: number;
                        output: number;
                    } | null;
                    output: number;
                    /** @description Where the price is published, or the setting that names it */
                    source: string;
                }[];
            }[];
            /** @description All tokens that the model read, including those from its cache */
            inputTokens: number;
            outputTokens: number;
            /** @description The prices that the cost was counted with, by the days of the steps; empty when they are not known */
            prices: {
                /** @description What the model reads from the cache */
                cachedInput: number;
                /** @description What the model writes to the cache */
                cacheWrite: number;
                /**
                 * Format: date
                 * @description The day from which the price applies
                 */
                from: string;
                input: number;
                /** @description The price of a whole call that reads more than this number of tokens; null if that makes no difference */
                long: {
                    above: number;
                    /** @description What the model reads from the cache */
                    cachedInput: number;
                    /** @description What the model writes to the cache */
                    cacheWrite: number;
                    input: number;
                    output: number;
                } | null;
                output: number;
                /** @description Where the price is published, or the setting that names it */
                source: string;
            }[];
            /** @description Model calls over the whole life of the job, as are all fields outside of `budget` */
            steps: number;
            /** @description The time that the steps took, without waiting */
            workSeconds: number;
        };
        JobWaiting: {
            /** @description Jobs of the same project that come before it */
            ahead: number;
            /** @description The reason in a sentence or two */
            detail: string;
            /** @description The ids of the jobs that it waits for; only with `shared_files` */
            jobs?: string[];
            /**
             * @description `project_limit`: the project has the maximum number of jobs in progress; `limit`: all projects together have it; `no_worker`: no worker is running; `other_machine`: no worker is running on the machine that has the repository; `shared_files`: its change is ready, and waits for other jobs that change the same files; `put_off`: a fault that may pass stopped it; `queued`: the next free worker takes it
             * @enum {string}
             */
            reason: "project_limit" | "limit" | "no_worker" | "other_machine" | "shared_files" | "put_off" | "queued";
            /** @description When a job that was put off is tried again, or when a job that waits for others continues without them */
            until: string | null;
        };
        KeyList: {
            keys: components["schemas"]["ApiKey"][];
            /** @description Give it as `cursor` for the next page; null on the last page */
            nextCursor: string | null;
        };
        KeyRequest: {
            /** @description Addresses or CIDR blocks from which the key may be used; null, empty or absent for anywhere */
            allowedAddresses?: string[] | null;
            /** @description When it expires: null for never; absent for 90 days from now */
            expiresAt?: (string) | null;
            /** @description The name that people see */
            name: string;
            /** @description The one project that the key is for; null or absent for all, or for the project of the key that sends this request */
            projectId?: string | null;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
            /** @description A key of the test mode, which begins with desk_test_; a test key creates only test keys */
            test?: boolean;
        };
        /** @enum {string} */
        KeyState: "valid" | "expired" | "revoked";
        LatestResult: {
            hasMore: boolean;
            /** @description Newest first */
            views: {
                /** @description Null for people */
                agent: string | null;
                /** Format: date-time */
                at: string;
                /** @description False if the reply was 404 or 410 */
                found: boolean;
                path: string;
                /** @enum {string} */
                reader: "human" | "ai" | "bot";
                /** @description The host that the reader came from */
                referrer: string | null;
                /** @description Null if it is not an AI view */
                verification: components["schemas"]["Verification"] | null;
            }[];
        };
        Lift: {
            after: number;
            before: number;
            /** @description With how many pages of similar traffic it was compared; for several pages, the smallest such number */
            comparedWith: number;
            high: number | null;
            /** @description By how much the views grew beyond those of the comparable pages: 0.3 is 30 % more; null if this cannot be calculated */
            lift: number | null;
            /** @description The lower end of the interval that holds the true lift in 99 of 100 cases */
            low: number | null;
            /**
             * @description `more` and `less` if the whole interval is above or below 0, `no_difference` if it contains 0; `cannot_tell` with too few views, or too few pages of like traffic to compare with
             * @enum {string}
             */
            verdict: "more" | "less" | "no_difference" | "cannot_tell";
        };
        Me: {
            /** @description Null for a person who signs in only by links, and for a key */
            email: string | null;
            /** @description When the key or the session ends; null for never */
            expiresAt: string | null;
            /** @description False for a key */
            hasPassword: boolean;
            id: string;
            /** @enum {string} */
            kind: "key" | "person";
            name: string;
            organisation: {
                id: string;
                name: string;
            };
            /** @description The one project that a key is for; null for all of the organisation */
            project: {
                id: string;
                name: string;
            } | null;
            /** @description Null for a key */
            role: components["schemas"]["Role"] | null;
            /** @description `admin` includes all others */
            scopes: components["schemas"]["Scope"][];
            /** @description Whether it is a key of the test mode: what it does is a trial and counts nowhere */
            test: boolean;
        };
        MeChange: {
            /** @description What others see beside what you do */
            name?: string;
        };
        MergedChange: {
            job: string;
            /**
             * Format: date-time
             * @description When it was merged, or when Copydesk noticed it
             */
            mergedAt: string;
            /**
             * Format: uri
             * @description The page of the job, for people
             */
            page: string;
            /** Format: uri */
            prLink: string;
            title: string;
        };
        MergePolicy: {
            /** @description `links`: targets of links that lead to files of the docs; `spelling`: misspelt words of prose; `redirects`: redirects that are added. A change may mix them, and may have nothing else */
            kinds: ("links" | "spelling" | "redirects")[];
            /** @description Added and removed lines at most */
            maxChangedLines: number;
            /** @description Changed files at most */
            maxFiles: number;
            /** @description How long a pull request must have been left alone: a push or a comment of a person begins it anew */
            quarantineHours: number;
            /** @description Whether at least one check must have passed at the code host. One that fails or runs holds it up anyway */
            requireChecks: boolean;
        };
        MergePolicyPatch: {
            /** @description `links`: targets of links that lead to files of the docs; `spelling`: misspelt words of prose; `redirects`: redirects that are added. A change may mix them, and may have nothing else */
            kinds?: ("links" | "spelling" | "redirects")[];
            /** @description Added and removed lines at most */
            maxChangedLines?: number;
            /** @description Changed files at most */
            maxFiles?: number;
            /** @description How long a pull request must have been left alone: a push or a comment of a person begins it anew */
            quarantineHours?: number;
            /** @description Whether at least one check must have passed at the code host. One that fails or runs holds it up anyway */
            requireChecks?: boolean;
        };
        ModelCheckRequest: {
            /** @description The model to try; the one that new jobs get when absent */
            model?: string;
        };
        ModelKey: {
            baseUrl: string | null;
            /** @description The last four characters of the key; empty if there is none */
            hint: string;
            provider: components["schemas"]["ModelProvider"];
            /** Format: date-time */
            updatedAt: string;
        };
        ModelKeyList: {
            keys: components["schemas"]["ModelKey"][];
        };
        ModelKeyRequest: {
            /** @description The address of the API, if it is not the usual one */
            baseUrl?: string;
            /** @description The key; required if the provider answers nobody without one */
            key?: string;
        };
        ModelOverview: {
            /** @description The model that new jobs get */
            model: string;
            /** @description In US dollars for a million tokens */
            prices: {
                cachedInput: number;
                cacheWrite: number;
                /** @description The day from which it applies */
                from: string;
                input: number;
                /** @description What longer requests cost; null if they cost the same */
                long: {
                    /** @description Tokens of a request */
                    above: number;
                    cachedInput: number;
                    cacheWrite: number;
                    input: number;
                    output: number;
                } | null;
                model: string;
                output: number;
                source: string;
            }[];
            providers: {
                /** @description The base address of its API */
                address: string | null;
                /** @description Where its key comes from, never the key itself; null if there is none */
                keyFrom: string | null;
                /** @description What is missing; empty if nothing is */
                missing: string;
                provider: components["schemas"]["ModelProvider"];
                /** @description Whether jobs can use it */
                ready: boolean;
            }[];
            /**
             * @description What is known of it without calling it. `built_in`: it understands only the documented instructions; `unknown`: its provider may or may not have it; `not_configured`: jobs fail
             * @enum {string}
             */
            state: "ready" | "built_in" | "unknown" | "not_configured";
            /** @description What seems to be wrong with the models of the settings, as far as it is known without calling them */
            warnings: {
                detail: string;
                model: string;
                /** @enum {string} */
                setting: "model" | "helperModel" | "questionsModel";
            }[];
        };
        /** @enum {string} */
        ModelProvider: "anthropic" | "openai" | "google" | "compatible";
        NamedProject: {
            id: string;
            name: string;
        };
        NamedProjectList: {
            /** @description Give it as `cursor` for the next page; null on the last page */
            nextCursor: string | null;
            projects: components["schemas"]["NamedProject"][];
        };
        NotFoundResult: {
            /** @description Whether more results exist beyond this page of results */
            hasMore: boolean;
            /** @description What was asked for and answered 404 or 410; by total, most first, then by path */
            paths: {
                /** @description With `details`: the AI agents that asked for it, most views first; at most 10 */
                agents?: {
                    agent: string;
                    views: number;
                }[];
                /** @description Views by or for AI products */
                ai: number;
                /** @description Views by people */
                human: number;
                path: string;
                /** @description With `details`: where those came from that told; at most 10, of the latest 200 such views */
                referrers?: {
                    product: string | null;
                    referrer: string;
                    views: number;
                }[];
                /** @description The part of the total that was imported from other products; absent if Copydesk counted all of it */
                sources?: components["schemas"]["Sources"];
                /** @description human + ai */
                total: number;
            }[];
            totals: components["schemas"]["Totals"];
        };
        NotFoundTrigger: {
            /**
             * @description Minute, hour, day, month and day of the week, such as `0 6 * * 1`; or `@hourly`, `@daily`, `@weekly`, `@monthly`
             * @default 0 6 * * 1
             */
            cron?: string;
            /**
             * @description From how long ago requests count
             * @default 7
             */
            days?: number;
            /**
             * @description Whose requests count
             * @default both
             * @enum {string}
             */
            from?: "ai" | "people" | "both";
            /** @constant */
            kind: "not_found";
            /**
             * @description How many different readers must have asked for a path
             * @default 3
             */
            minReaders?: number;
            /**
             * @description Of the IANA database, such as `Europe/Berlin`
             * @default UTC
             */
            timeZone?: string;
        };
        OlderCreatedSession: {
            archivedAt: string | null;
            /** @description Null if that was not recorded */
            author: components["schemas"]["JobAuthor"] | null;
            /** @description The branch that the agent works on */
            branch: string;
            /** @description Null if no code host has reported anything yet */
            checks: components["schemas"]["JobChecks"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            error: components["schemas"]["JobFailure"] | null;
            /** @description Whether the job is no longer active */
            haulted: boolean;
            /**
             * @description `processing` while it is active; `github_missconfigured` if the repository or its code host was the reason of the failure; `interrupted` if it was archived before its end
             * @enum {string}
             */
            haultReason: "completed" | "github_missconfigured" | "error" | "processing" | "interrupted";
            id: string;
            /** @description Null unless it undoes or backports another job */
            madeFrom: components["schemas"]["JobMadeFrom"] | null;
            /** @description The result of the job in words; empty while it is active */
            messageToUser: string;
            model: string;
            /** @description Null while the job is active, and if it was archived before its end */
            outcome: components["schemas"]["JobOutcome"] | null;
            /**
             * Format: uri
             * @description The page of the job, for people
             */
            page: string;
            /** @description The pull request. Null while the job is active, and null if no file was changed */
            prLink: string | null;
            pullRequest: components["schemas"]["JobPullRequest"] | null;
            /** @description The pull request; empty if there is none */
            pullRequestLink: string;
            /** @description The id of the job */
            sessionId: string;
            /** @description Other jobs with open pull requests into the same branch that change the same files, newest first, at most 10; only in the answers of `getJob` and `listJobs`, for jobs whose pull request is open */
            sharesFilesWith?: components["schemas"]["JobSharing"][];
            source: {
                /** @description The branch that the agent works on */
                ref: string;
                /** @description The full URL of the repository, without credentials */
                repository: string;
            };
            status: components["schemas"]["JobStatus"];
            /** @description The id of the project */
            subdomain: string;
            /** @description The beginning of the first prompt: at most 500 characters */
            summary: string;
            /** @description The first line of the first prompt, shortened */
            title: string;
            /** @description Always empty: agents here keep no such list */
            todos: {
                content: string;
                id: string;
                priority: string;
                status: string;
            }[];
            /** @description The id of whoever created the job; empty if there is none */
            userId: string;
        };
        OlderJobRequest: {
            /** @description Whether the pull request is opened as a draft */
            asDraft?: (boolean | ("true" | "false")) | null;
            /** @description The branch to work on, if the repository has no branch with that name; characters that a branch may not have become `-`. Otherwise the job gets a branch of its own: `X-Branch-Name` and the job name it. */
            branch?: string | null;
            /** @description They become one prompt with the same length limit as every prompt: what users say is the task, and what `system` says is put behind it as instructions of the job. If no user says anything, `system` is the task. */
            messages: {
                content?: string | ({
                    text?: string;
                    type: string;
                } & {
                    [key: string]: unknown;
                })[];
                /** @description For clients that send parts instead of a `content` */
                parts?: ({
                    text?: string;
                    type: string;
                } & {
                    [key: string]: unknown;
                })[];
                /** @enum {string} */
                role: "system" | "user" | "assistant";
            }[];
            /** @description Ignored: the model of the project carries out its jobs */
            model?: string | null;
        };
        OlderSession: {
            /** @description The branch that the agent works on */
            branch: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description Whether the job is no longer active */
            haulted: boolean;
            /**
             * @description `processing` while it is active; `github_missconfigured` if the repository or its code host was the reason of the failure; `interrupted` if it was archived before its end
             * @enum {string}
             */
            haultReason: "completed" | "github_missconfigured" | "error" | "processing" | "interrupted";
            /** @description The result of the job in words; empty while it is active */
            messageToUser: string;
            /** @description The pull request; empty if there is none */
            pullRequestLink: string;
            /** @description The id of the job */
            sessionId: string;
            /** @description The id of the project */
            subdomain: string;
            /** @description The first line of the first prompt, shortened */
            title: string;
            /** @description Always empty: agents here keep no such list */
            todos: {
                content: string;
                id: string;
                priority: string;
                status: string;
            }[];
            /** @description The id of whoever created the job; empty if there is none */
            userId: string;
        };
        OlderSessionList: {
            allSessions: components["schemas"]["OlderSession"][];
        };
        PageJobs: {
            jobs: {
                /** Format: date-time */
                createdAt: string;
                /** @description The files of the page that it changed */
                files: string[];
                id: string;
                /** @description The pull request that it delivered last, even if that did not change the page */
                prLink: string | null;
                /** @description The pull requests that changed these files, in the order of their numbers */
                pullRequests: components["schemas"]["JobPullRequest"][];
                /** @enum {string} */
                status: "active" | "completed" | "archived" | "failed";
                /** @description The beginning of its first prompt */
                summary: string;
            }[];
        };
        PageResult: {
            /** @description The AI agents that read it: by views, most first, then by agent, operator and purpose, each by its bytes */
            agents: {
                agent: string;
                operator: string;
                purpose: components["schemas"]["Purpose"];
                /** @description The other product that counted these; absent for Copydesk */
                source?: components["schemas"]["SourceName"];
                views: number;
            }[];
            /** @description Views by other bots, which no total includes */
            bots: number;
            /** @description Requests for it that were answered 404 or 410 */
            notFound: components["schemas"]["Totals"];
            path: string;
            /** @description Where its readers came from: by total, most first, then by host; at most 100 */
            referrers: {
                ai: number;
                human: number;
                operator: string | null;
                /** @description The AI product of that host, such as `ChatGPT`; null for any other */
                product: string | null;
                /** @description The host that people came from */
                referrer: string;
                total: number;
            }[];
            /** @description The latest single views with a referrer, from which `referrers` are counted; not complete beyond 5,000 */
            referrersOf: {
                complete: boolean;
                views: number;
            };
            /** @description The part of the total that was imported from other products; absent if Copydesk counted all of it */
            sources?: components["schemas"]["Sources"];
            totals: components["schemas"]["Totals"];
            /** @description By operator of AI products, most reads first; visits are counted among the views of `referrersOf` */
            visitsBack: components["schemas"]["VisitsBack"][];
        };
        PageViews: {
            /** @description Views by or for AI products */
            ai: number;
            /** @description Views by people */
            human: number;
            path: string;
            /** @description The part of the total that was imported from other products; absent if Copydesk counted all of it */
            sources?: components["schemas"]["Sources"];
            /** @description human + ai */
            total: number;
        };
        PasswordRequest: {
            /** @description The current password; required if you have one */
            current?: string;
            /** @description At least 12 characters, and neither the name nor the e-mail address */
            password: string;
        };
        PeopleList: {
            /** @description Give it as `cursor` for the next page; null on the last page */
            nextCursor: string | null;
            people: components["schemas"]["Person"][];
        };
        Person: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description Null for a person who signs in only by links */
            email: string | null;
            hasPassword: boolean;
            id: string;
            /** @description When the first session started; null until the person uses the invitation */
            joinedAt: string | null;
            /** @description To the minute */
            lastSeenAt: string | null;
            name: string;
            /** @description Counts changes; send it with a change, and the reply is 409 if somebody else was faster */
            revision: number;
            role: components["schemas"]["Role"];
        };
        PersonChange: {
            /** @description Null removes it */
            email?: string | null;
            name?: string;
            /** @description The revision that you have read: if the current one differs, the reply is 409 */
            revision?: number;
            role?: components["schemas"]["Role"];
        };
        PersonLink: {
            /** @description Signs the person in, once. Keep it secret until then. It is shown only once */
            link: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            linkExpiresAt: string;
        };
        PersonRequest: {
            /** @description They sign in with it and a password or an OpenID provider */
            email?: string | null;
            /** @description The name that others see */
            name: string;
            role: components["schemas"]["Role"];
        };
        Problem: {
            /**
             * @description The stable name of the problem
             * @enum {string}
             */
            code: "route_not_found" | "method_not_allowed" | "credentials_required" | "invalid_token" | "invalid_signature" | "insufficient_scope" | "address_not_allowed" | "origin_not_allowed" | "forbidden_origin" | "identity_refused" | "not_found" | "unsupported_media_type" | "payload_too_large" | "invalid_json" | "invalid_request" | "request_timeout" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "quota_exceeded" | "changed_meanwhile" | "job_archived" | "too_many_messages" | "test_mode" | "key_ended" | "last_owner" | "too_many_shares" | "too_many_triggers" | "too_many_automations" | "too_many_webhooks" | "pull_request_draft" | "another_must_merge" | "pull_request_moved" | "nothing_not_found" | "nothing_to_fix" | "pull_request_not_merged" | "nothing_to_carry" | "already_undone" | "already_backported" | "change_not_found" | "pull_request_not_open" | "merge_conflict" | "working_copy_dirty" | "overloaded" | "identity_unreachable" | "draining" | "database_unavailable" | "internal" | "instruction_not_understood" | "instruction_not_applicable" | "checks_failed" | "limit_reached" | "model_not_configured" | "model_refused" | "context_too_long" | "model_failed" | "repository_not_found" | "repository_empty" | "repository_unauthorized" | "repository_archived" | "repository_moved" | "repository_unreachable" | "repository_not_docs" | "repository_invalid" | "ref_not_found" | "no_questions" | "path_refused" | "file_refused" | "too_large_change" | "secret_found" | "branch_protected" | "push_rejected" | "pull_request_failed" | "code_host_unauthorized" | "code_host_forbidden" | "code_host_limited" | "code_host_unreachable" | "storage_full" | "lease_lost" | "settings_invalid" | "server_unreachable" | "port_in_use" | "database_refused" | "secret_unreadable" | "reader_rules_refused" | "backup_refused" | "answer_unknown" | "server_machine_needed" | "data_directory_refused";
            /** @description What was found, what is needed and what to do */
            detail: string;
            /** @description The same as `detail`, for clients that read only this field */
            error: string;
            errors: {
                detail: string;
                header?: string;
                parameter?: string;
                /** @description A JSON pointer (RFC 6901) into the body */
                pointer?: string;
            }[];
            /** @description The path of the request */
            instance: string;
            requestId: string;
            status: number;
            title: string;
            /** @description An address that identifies the kind of problem */
            type: string;
        };
        ProductChangedTrigger: {
            /**
             * @description Whether Copydesk first asks a model whether a change concerns readers
             * @default true
             */
            ask?: boolean;
            /** @constant */
            kind: "product_changed";
            /**
             * @description A pull request with one of these labels counts, whatever its paths
             * @default [
             *       "docs-needed"
             *     ]
             */
            needed?: string[];
            /**
             * @description A pull request with one of these labels never counts
             * @default [
             *       "no-docs"
             *     ]
             */
            never?: string[];
            /**
             * @description Patterns such as `src/**`: a change must touch a path that fits one of them; empty for any path
             * @default []
             */
            paths?: string[];
            /**
             * @description Names of context repositories; empty for all those of the project
             * @default []
             */
            repositories?: string[];
        };
        Project: {
            allow: string[];
            archiveOn: ("merge" | "close")[];
            /** @enum {string} */
            checks: "strict" | "draft";
            ciRounds: number;
            ciWaitMinutes: number;
            /** @description The address for git to clone it from this server; null if it is elsewhere */
            cloneUrl: string | null;
            commitAuthor: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            docsFolder: string;
            /** @enum {string} */
            effectComment: "off" | "on";
            effort: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
            excludeAddresses: string[];
            excludePaths: string[];
            excludeUserAgents: string[];
            guardViews: number;
            helperModel: string | null;
            id: string;
            /** @enum {string} */
            images: "auto" | "on" | "off";
            /** @enum {string} */
            installCommands: "refuse" | "mark" | "allow";
            instructions: string;
            limits: {
                /** @description How many jobs are in progress at once */
                concurrency: number | null;
                /** @description Minutes of work after which a job stops */
                minutes: number | null;
                /** @description Model calls after which a job stops */
                steps: number | null;
                /** @description Tokens after which a job stops, read and written */
                tokens: number | null;
                /** @description US dollars after which a job stops */
                usd: number | null;
            };
            maxChangedFiles: number | null;
            maxChangedLines: number | null;
            maxOutputTokens: number | null;
            /** @enum {string} */
            mergeBy: "anyone" | "other";
            /** @description Null where a person merges everything */
            mergePolicy: components["schemas"]["MergePolicy"] | null;
            model: string | null;
            name: string;
            /** @enum {string} */
            newHosts: "refuse" | "mark" | "allow";
            newPathsPerDay: number;
            origins: string[];
            /** @description The address of the project for people */
            page: string;
            /** @enum {string} */
            pageCode: "auto" | "refuse" | "mark" | "allow";
            pagesAt: string | null;
            parallelCalls: boolean | null;
            peopleFrom: ("browser" | "server") | null;
            questionsModel: string | null;
            readabilityOff: components["schemas"]["ReadabilityRule"][];
            readerRules: components["schemas"]["ReaderRule"][];
            ref: string;
            refuseBytesOver: number | null;
            refuseDeletedOver: number | null;
            refuseFilesOver: number | null;
            reportPeriods: components["schemas"]["ReportPeriod"][];
            reportRecipients: string[];
            /** @description The URL or path, without credentials */
            repository: string;
            /**
             * @description `url`: on a git server; `path`: on the machine of Copydesk; `kept`: created and kept by Copydesk
             * @enum {string}
             */
            repositoryKind: "url" | "path" | "kept";
            /** @description Counts the changes of the settings */
            revision: number;
            /** @enum {string} */
            sharedFiles: "tell" | "wait";
            /** @enum {string} */
            signOff: "auto" | "always" | "never";
            siteUrl: string | null;
            temperature: number | null;
        };
        ProjectDetails: {
            allow: string[];
            archiveOn: ("merge" | "close")[];
            /** @enum {string} */
            checks: "strict" | "draft";
            ciRounds: number;
            ciWaitMinutes: number;
            /** @description The address for git to clone it from this server; null if it is elsewhere */
            cloneUrl: string | null;
            commitAuthor: string | null;
            contains: {
                /** @description Counted up to 10,000 */
                activeJobs: number;
                /** @description Counted up to 10,000 */
                jobs: number;
                /** @description API keys that are only for this project */
                keys: number;
                /** @description Addresses that readers ever requested */
                pages: number;
                /** @description Counted up to 10,000 */
                pullRequests: number;
                webhooks: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            docsFolder: string;
            /** @enum {string} */
            effectComment: "off" | "on";
            effort: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
            excludeAddresses: string[];
            excludePaths: string[];
            excludeUserAgents: string[];
            guardViews: number;
            helperModel: string | null;
            id: string;
            /** @enum {string} */
            images: "auto" | "on" | "off";
            /** @enum {string} */
            installCommands: "refuse" | "mark" | "allow";
            instructions: string;
            limits: {
                /** @description How many jobs are in progress at once */
                concurrency: number | null;
                /** @description Minutes of work after which a job stops */
                minutes: number | null;
                /** @description Model calls after which a job stops */
                steps: number | null;
                /** @description Tokens after which a job stops, read and written */
                tokens: number | null;
                /** @description US dollars after which a job stops */
                usd: number | null;
            };
            maxChangedFiles: number | null;
            maxChangedLines: number | null;
            maxOutputTokens: number | null;
            /** @enum {string} */
            mergeBy: "anyone" | "other";
            /** @description Null where a person merges everything */
            mergePolicy: components["schemas"]["MergePolicy"] | null;
            model: string | null;
            name: string;
            /** @enum {string} */
            newHosts: "refuse" | "mark" | "allow";
            newPathsPerDay: number;
            origins: string[];
            /** @description The address of the project for people */
            page: string;
            /** @enum {string} */
            pageCode: "auto" | "refuse" | "mark" | "allow";
            pagesAt: string | null;
            parallelCalls: boolean | null;
            peopleFrom: ("browser" | "server") | null;
            questionsModel: string | null;
            readabilityOff: components["schemas"]["ReadabilityRule"][];
            readerRules: components["schemas"]["ReaderRule"][];
            ref: string;
            refuseBytesOver: number | null;
            refuseDeletedOver: number | null;
            refuseFilesOver: number | null;
            reportPeriods: components["schemas"]["ReportPeriod"][];
            reportRecipients: string[];
            /** @description The URL or path, without credentials */
            repository: string;
            /**
             * @description `url`: on a git server; `path`: on the machine of Copydesk; `kept`: created and kept by Copydesk
             * @enum {string}
             */
            repositoryKind: "url" | "path" | "kept";
            /** @description Counts the changes of the settings */
            revision: number;
            /** @enum {string} */
            sharedFiles: "tell" | "wait";
            /** @enum {string} */
            signOff: "auto" | "always" | "never";
            siteUrl: string | null;
            temperature: number | null;
        };
        ProjectList: {
            /** @description Give it as `cursor` for the next page; null on the last page */
            nextCursor: string | null;
            projects: components["schemas"]["Project"][];
        };
        ProjectPatch: {
            /** @description Globs of what jobs may write besides the docs; files that other programs obey need their exact path */
            allow?: string[];
            /** @description Which end of its pull request archives a job; otherwise a message continues it in a new pull request */
            archiveOn?: ("merge" | "close")[];
            /**
             * @description What happens to a change if the checks find that it breaks the docs
             * @enum {string}
             */
            checks?: "strict" | "draft";
            /** @description How many turns in a row a job starts by itself to correct what checks of its pull request find */
            ciRounds?: number;
            /** @description How long a job waits for such checks */
            ciWaitMinutes?: number;
            /** @description Who commits, as `Name <address>`; null for Copydesk itself */
            commitAuthor?: string | null;
            /** @description The folder of the docs within the repository; empty for the whole repository */
            docsFolder?: string;
            /**
             * @description Whether Copydesk posts the effect of a merged pull request on page views there as a comment, once, 14 whole days after the merge
             * @enum {string}
             */
            effectComment?: "off" | "on";
            /** @description How long the model thinks; null for its provider's default */
            effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
            /** @description Addresses and blocks whose views are not counted */
            excludeAddresses?: (string)[];
            /** @description Paths whose views are not counted; `*` matches any text */
            excludePaths?: string[];
            /** @description Words of user agents whose views are not counted; `*` matches any text */
            excludeUserAgents?: string[];
            /** @description A lost address with at least this many views in 30 days is an error; 0 for never */
            guardViews?: number;
            /** @description A cheaper model that describes changes and reads long pages for the main model; null for none */
            helperModel?: string | null;
            /**
             * @description Whether the model gets images; `auto`: if it is known to accept them
             * @enum {string}
             */
            images?: "auto" | "on" | "off";
            /**
             * @description Install commands that the docs did not have; `mark`: reported to reviewers
             * @enum {string}
             */
            installCommands?: "refuse" | "mark" | "allow";
            /** @description Instructions that the agent follows in every job, up to 20,000 characters */
            instructions?: string;
            limits?: {
                /** @description How many jobs are in progress at once */
                concurrency?: number | null;
                /** @description Minutes of work after which a job stops */
                minutes?: number | null;
                /** @description Model calls after which a job stops */
                steps?: number | null;
                /** @description Tokens after which a job stops, read and written */
                tokens?: number | null;
                /** @description US dollars after which a job stops */
                usd?: number | null;
            };
            /** @description Maximum files of a pull request that reviewers want; null for any number */
            maxChangedFiles?: number | null;
            /** @description Maximum changed lines of a pull request that reviewers want; null for any number */
            maxChangedLines?: number | null;
            /** @description Maximum tokens of one answer of the model; null for its provider's default */
            maxOutputTokens?: number | null;
            /**
             * @description Who merges at the local host: anyone who may, or somebody other than those who asked; only `admin` may change it
             * @enum {string}
             */
            mergeBy?: "anyone" | "other";
            /** @description When Copydesk merges pull requests of its jobs without a person; null for never; changed by `admin` alone */
            mergePolicy?: components["schemas"]["MergePolicyPatch"] | null;
            /** @description The model of new jobs; null for that of the installation */
            model?: string | null;
            name?: string;
            /**
             * @description Hosts that the docs did not name; `mark`: reported to reviewers
             * @enum {string}
             */
            newHosts?: "refuse" | "mark" | "allow";
            /** @description How many new paths of one day are counted by name; more count as `(other)` */
            newPathsPerDay?: number;
            /** @description Origins whose browsers may send views without a key; replaces the whole list */
            origins?: string[];
            /**
             * @description Code that a change adds to pages; `auto`: refused if it runs when the site is built, else reported to reviewers
             * @enum {string}
             */
            pageCode?: "auto" | "refuse" | "mark" | "allow";
            /** @description The path under which the docs are published; null: Copydesk finds it out */
            pagesAt?: string | null;
            /** @description Whether the model may call several tools in one answer; null for its provider's default */
            parallelCalls?: boolean | null;
            /** @description Which side counts people if both could; null for both */
            peopleFrom?: ("browser" | "server") | null;
            /** @description The model that judges whether pages answer the questions of the repository, also before and after the change of a job; null for none */
            questionsModel?: string | null;
            /** @description Rules about how well AI can read the docs that the project has switched off */
            readabilityOff?: components["schemas"]["ReadabilityRule"][];
            /** @description Own rules on who reads; they come before all other rules, and the first match decides */
            readerRules?: components["schemas"]["ReaderRule"][];
            /** @description The branch that pull requests go into */
            ref?: string;
            /** @description A change with more bytes of new contents, counting changed files whole, is refused as too large; null for never */
            refuseBytesOver?: number | null;
            /** @description Percent of the pages that a change may delete; five pages are always allowed; more is refused; null for any */
            refuseDeletedOver?: number | null;
            /** @description A change of more files is refused as too large; null for never */
            refuseFilesOver?: number | null;
            /** @description Reports that are announced to webhooks and sent by e-mail when their week or month is over; none unless set */
            reportPeriods?: components["schemas"]["ReportPeriod"][];
            /** @description Addresses that these reports are sent to, where the installation sends mail */
            reportRecipients?: string[];
            /** @description A URL; or, with the scope `admin` or as an owner, the path of a repository in a folder that the operator of Copydesk allows */
            repository?: string;
            /** @description The revision that was read: if the current one differs, the change is refused */
            revision?: number;
            /**
             * @description What a job does if its change touches files of another open pull request: its own mentions the other, or it waits until that is merged or closed, at most 72 hours
             * @enum {string}
             */
            sharedFiles?: "tell" | "wait";
            /**
             * @description Whether commits are signed off; `auto`: if the repository asks for it
             * @enum {string}
             */
            signOff?: "auto" | "always" | "never";
            /** @description Where the site is published; null if unknown */
            siteUrl?: string | null;
            /** @description The temperature of the model; null for its provider's default */
            temperature?: number | null;
        };
        ProjectRequest: {
            /** @description Connects the project at once; required for private repositories */
            connection?: components["schemas"]["ConnectionRequest"];
            /** @description The folder of the docs within the repository; empty for the whole repository */
            docsFolder?: string;
            /** @description The model of new jobs; null for that of the installation */
            model?: string | null;
            name: string;
            /** @description Origins whose browsers may send views without a key; replaces the whole list */
            origins?: string[];
            /** @description Which side counts people if both could; null for both */
            peopleFrom?: ("browser" | "server") | null;
            /** @description The branch that pull requests go into; absent for the default branch of the repository */
            ref?: string;
            /** @description A URL or a path; absent for a new one that Copydesk keeps */
            repository?: string;
        };
        PromptRequest: {
            /** @description The instruction that the agent must carry out */
            prompt: string;
        };
        ProposedQuestions: {
            /** @description The head of the branch */
            commit: string;
            /**
             * @description `new_file`: `yaml` is the whole file. `end_of_file`: append it to the present file. `by_hand`: it is a whole file whose entries you must put into the present one, which does not end with a list of one entry a line, or is full.
             * @enum {string}
             */
            place: "new_file" | "end_of_file" | "by_hand";
            proposals: {
                /** @description The views of the page by AI in the last 30 days */
                aiViews: number;
                /** @description What the page contains and an answer needs: one to three texts */
                facts: string[];
                /** @description The page that answers it */
                page: string;
                /** @description Made of a heading or of the title */
                question: string;
            }[];
            ref: string;
            /** @description Why there are no proposals; null if there are */
            why: string | null;
            /** @description How many pages were left out because they had no fact to ask for */
            withoutFact: number;
            /** @description The proposals for `.copydesk/questions.yaml`; empty if there are none */
            yaml: string;
        };
        /** @enum {string} */
        Purpose: "assistant" | "coding" | "search" | "training" | "other";
        QuietHours: {
            from: string;
            /**
             * @description Of the IANA database, such as `Europe/Berlin`
             * @default UTC
             */
            timeZone?: string;
            /** @description Before `from` for hours past midnight */
            to: string;
        };
        Readability: {
            /** @description The length of what AI readers get */
            characters: number;
            /** @description The head of the branch */
            commit: string;
            /** @description The site's `llms.txt` (llmstxt.org) */
            index: {
                /** @description How many of its links lead to the site; null without a file */
                links: number | null;
                /** @description The file, or what makes it */
                source: string | null;
                /**
                 * @description `file`: in the repository. `made`: by the generator, a plugin or the host of the site
                 * @enum {string}
                 */
                state: "file" | "made" | "none";
            };
            /** @description The ten longest pages */
            longest: {
                /** @description The length of what AI readers get */
                characters: number;
                path: string;
                /** @description About how many tokens these are for a model: a quarter of the characters */
                tokens: number;
            }[];
            /** @description What was not checked and why, one line each */
            notJudged: string[];
            /** @description How many pages were read */
            pages: number;
            ref: string;
            /** @description All rules */
            rules: {
                /** @description Whether the project has it on */
                isOn: boolean;
                rule: components["schemas"]["ReadabilityRule"];
                /** @description How many there are; null for a rule that is off */
                warnings: number | null;
            }[];
            /** @description About how many tokens these are for a model: a quarter of the characters */
            tokens: number;
            /** @description The first 1,000, by path and line */
            warnings: components["schemas"]["ReadabilityWarning"][];
        };
        /** @enum {string} */
        ReadabilityRule: "page-size" | "page-data" | "code-language" | "code-unclosed" | "heading-repeated" | "link-words" | "image-words" | "index-missing" | "index-lacks-page" | "index-unknown-page" | "index-size" | "twins-missing";
        ReadabilityWarning: {
            /** @description From 1 */
            line: number;
            message: string;
            path: string;
            rule: components["schemas"]["ReadabilityRule"];
        };
        ReaderPage: {
            /** @description The length of what AI readers get */
            characters: number;
            /** @description What people see there and AI readers do not get, or get otherwise */
            lost: {
                /**
                 * @description `tabs`: the text has all of them in a row. `image`: only its words remain. `frame`: a video or another page in it. `component`: what a program shows in its place. `include`: text from another file. `computed`: an expression.
                 * @enum {string}
                 */
                kind: "tabs" | "image" | "frame" | "component" | "include" | "computed";
                /** @description From 1, in the source */
                line: number;
                /** @description The component, the address, the file, or the beginning of the expression */
                name: string;
            }[];
            /** @description The page as AI readers get it, as Markdown; null unless `path` asks for it */
            text: string | null;
            /** @description About how many tokens these are for a model: a quarter of the characters */
            tokens: number;
        };
        ReaderRule: {
            /** @default null */
            agent?: string | null;
            /** @enum {string} */
            class: "human" | "ai" | "bot";
            /** @description The name of the rule; also the agent, if the rule names none */
            name: string;
            /** @default null */
            operator?: string | null;
            /** @description A text that is a word of its own in the user agent; upper and lower case are the same; `*` matches any text */
            pattern: string;
            /**
             * @description What AI reads for; `other` when null
             * @default null
             */
            purpose?: components["schemas"]["Purpose"] | null;
        };
        ReadMostTrigger: {
            /**
             * @description Minute, hour, day, month and day of the week, such as `0 6 * * 1`; or `@hourly`, `@daily`, `@weekly`, `@monthly`
             * @default 0 6 1 * *
             */
            cron?: string;
            /** @constant */
            kind: "read_most";
            /**
             * @description How long ago the last change of the page must be
             * @default 180
             */
            minAgeDays?: number;
            /**
             * @description How many views of 30 days a page must have
             * @default 10
             */
            minViews?: number;
            /**
             * @description How many pages a job is given
             * @default 5
             */
            pages?: number;
            /**
             * @description Of the IANA database, such as `Europe/Berlin`
             * @default UTC
             */
            timeZone?: string;
        };
        ReferrersResult: {
            /** @description Whether more results exist beyond this page of results */
            hasMore: boolean;
            /** @description By total, most first, then by host */
            referrers: {
                /** @description Views by or for AI products */
                ai: number;
                /** @description Views by people */
                human: number;
                operator: string | null;
                /** @description The AI product of that host, such as `ChatGPT`; null for any other */
                product: string | null;
                /** @description The host that people came from */
                referrer: string;
                /** @description human + ai */
                total: number;
            }[];
            /** @description Views that came with a referrer of another site */
            totals: components["schemas"]["Totals"];
        };
        /** @description Which addresses that readers requested and did not find a job must repair. */
        RepairRequest: {
            /**
             * @description The number of days up to now that count.
             * @default 30
             */
            days?: number;
            /**
             * @description Whose requests count: those of AI, of people, or of both together.
             * @default both
             * @enum {string}
             */
            from?: "ai" | "people" | "both";
            /**
             * @description The minimum number of different AI agents that requested an address.
             * @default 0
             */
            minAgents?: number;
            /**
             * @description The minimum number of requests for an address, by those who count.
             * @default 2
             */
            minViews?: number;
        };
        Report: {
            ai: components["schemas"]["ReportAiAudience"];
            /** @description The days before it with which it is compared: as many, and the same days of the week */
            before: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            /** @description The feedback of readers on the pages */
            feedback: {
                comments: number;
                helpful: number;
                notHelpful: number;
                /** @description Ordered by how often they were not helpful, most often first, at most 5 */
                pages: {
                    comments: number;
                    helpful: number;
                    notHelpful: number;
                    path: string;
                }[];
            };
            /** Format: date-time */
            from: string;
            /** @description Days of both ranges on which nothing at all was counted */
            gaps: string[];
            human: components["schemas"]["ReportAudience"];
            /** @description Whether the week or month is over */
            isComplete: boolean;
            /** @description Requests that were answered 404 or 410; `after` is the period */
            notFound: {
                ai: components["schemas"]["EffectCounts"];
                human: components["schemas"]["EffectCounts"];
                /** @description The paths with the most requests that were not found, at most 10 */
                paths: {
                    ai: number;
                    before: number;
                    human: number;
                    path: string;
                }[];
            };
            period: components["schemas"]["ReportPeriod"];
            /** Format: date-time */
            to: string;
            /** @description What jobs did; null for a key without `agent:read` */
            work: components["schemas"]["ReportWork"] | null;
        };
        ReportAiAudience: {
            before: number;
            /** @description `after` is the period */
            purposes: {
                assistant: components["schemas"]["EffectCounts"];
                coding: components["schemas"]["EffectCounts"];
                other: components["schemas"]["EffectCounts"];
                search: components["schemas"]["EffectCounts"];
                training: components["schemas"]["EffectCounts"];
            };
            /** @description The same for pages whose views fell */
            readLess: components["schemas"]["ReportPage"][];
            /** @description The pages whose views grew the most, at most 10: only if they differ by more than three standard deviations of the random variation of counts of this size */
            readMore: components["schemas"]["ReportPage"][];
            /** @description At most 10 */
            readMost: components["schemas"]["ReportPage"][];
            views: number;
        };
        ReportAudience: {
            before: number;
            /** @description The same for pages whose views fell */
            readLess: components["schemas"]["ReportPage"][];
            /** @description The pages whose views grew the most, at most 10: only if they differ by more than three standard deviations of the random variation of counts of this size */
            readMore: components["schemas"]["ReportPage"][];
            /** @description At most 10 */
            readMost: components["schemas"]["ReportPage"][];
            views: number;
        };
        /** @description The views of a page in the period, and in as many days before */
        ReportPage: {
            before: number;
            path: string;
            views: number;
        };
        /** @enum {string} */
        ReportPeriod: "week" | "month";
        ReportWork: {
            /** @description The cost of the models of the jobs in the period; null if the price of one is unknown */
            costUsd: number | null;
            /** @description The effect of changes on page views whose 14 days after the merge ended in the period, so that each is reported once: those merged last, at most 10 */
            effects: components["schemas"]["ChangeEffect"][];
            effectsInAll: number;
            /** @description Jobs that were created in the period, by their current state */
            jobs: {
                active: number;
                archived: number;
                completed: number;
                created: number;
                failed: number;
            };
            /** @description Pull requests of jobs that were merged in the period, newest first, at most 50 */
            merged: components["schemas"]["MergedChange"][];
            mergedInAll: number;
        };
        RepositoryLook: {
            /** @description Up to 100 */
            branches: string[];
            docsFolder: string;
            /** @description The code host, if the address shows which one it is */
            host: components["schemas"]["CodeHostName"] | null;
            problems: {
                errors: number;
                /** @description Up to 10 */
                first: {
                    line: number;
                    message: string;
                    path: string;
                    rule: string;
                    /** @enum {string} */
                    severity: "error" | "warning";
                }[];
                warnings: number;
            };
            /** @description The branch that was read */
            ref: string;
            repository: string;
            /** @enum {string} */
            repositoryKind: "url" | "path";
            site: {
                /** @description Whether a configuration shows the kind of the site */
                isRecognised: boolean;
                kind: string;
                label: string;
                pages: number;
            };
        };
        RepositoryLookRequest: {
            /** @description The credential to read a private repository; it is not stored */
            connection?: components["schemas"]["ConnectionRequest"];
            /** @description The folder of the docs within the repository; empty for the whole repository */
            docsFolder?: string;
            /** @description The branch that pull requests go into */
            ref?: string;
            /** @description A URL; or, with the scope `admin` or as an owner, the path of a repository in a folder that the operator of Copydesk allows */
            repository: string;
        };
        /** @enum {string} */
        Role: "owner" | "editor" | "viewer";
        SavedProject: {
            allow: string[];
            archiveOn: ("merge" | "close")[];
            /** @enum {string} */
            checks: "strict" | "draft";
            ciRounds: number;
            ciWaitMinutes: number;
            /** @description The address for git to clone it from this server; null if it is elsewhere */
            cloneUrl: string | null;
            commitAuthor: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            docsFolder: string;
            /** @enum {string} */
            effectComment: "off" | "on";
            effort: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
            excludeAddresses: string[];
            excludePaths: string[];
            excludeUserAgents: string[];
            guardViews: number;
            helperModel: string | null;
            id: string;
            /** @enum {string} */
            images: "auto" | "on" | "off";
            /** @enum {string} */
            installCommands: "refuse" | "mark" | "allow";
            instructions: string;
            limits: {
                /** @description How many jobs are in progress at once */
                concurrency: number | null;
                /** @description Minutes of work after which a job stops */
                minutes: number | null;
                /** @description Model calls after which a job stops */
                steps: number | null;
                /** @description Tokens after which a job stops, read and written */
                tokens: number | null;
                /** @description US dollars after which a job stops */
                usd: number | null;
            };
            maxChangedFiles: number | null;
            maxChangedLines: number | null;
            maxOutputTokens: number | null;
            /** @enum {string} */
            mergeBy: "anyone" | "other";
            /** @description Null where a person merges everything */
            mergePolicy: components["schemas"]["MergePolicy"] | null;
            model: string | null;
            name: string;
            /** @enum {string} */
            newHosts: "refuse" | "mark" | "allow";
            newPathsPerDay: number;
            origins: string[];
            /** @description The address of the project for people */
            page: string;
            /** @enum {string} */
            pageCode: "auto" | "refuse" | "mark" | "allow";
            pagesAt: string | null;
            parallelCalls: boolean | null;
            peopleFrom: ("browser" | "server") | null;
            questionsModel: string | null;
            readabilityOff: components["schemas"]["ReadabilityRule"][];
            readerRules: components["schemas"]["ReaderRule"][];
            ref: string;
            refuseBytesOver: number | null;
            refuseDeletedOver: number | null;
            refuseFilesOver: number | null;
            reportPeriods: components["schemas"]["ReportPeriod"][];
            reportRecipients: string[];
            /** @description The URL or path, without credentials */
            repository: string;
            /**
             * @description `url`: on a git server; `path`: on the machine of Copydesk; `kept`: created and kept by Copydesk
             * @enum {string}
             */
            repositoryKind: "url" | "path" | "kept";
            /** @description Counts the changes of the settings */
            revision: number;
            /** @enum {string} */
            sharedFiles: "tell" | "wait";
            /** @enum {string} */
            signOff: "auto" | "always" | "never";
            siteUrl: string | null;
            temperature: number | null;
            /** @description What seems to be wrong with the models of the settings, as far as it is known without calling them */
            warnings: {
                detail: string;
                model: string;
                /** @enum {string} */
                setting: "model" | "helperModel" | "questionsModel";
            }[];
        };
        ScheduleTrigger: {
            /**
             * @description Minute, hour, day, month and day of the week, such as `0 6 * * 1`; or `@hourly`, `@daily`, `@weekly`, `@monthly`
             * @default 0 6 * * 1
             */
            cron?: string;
            /** @constant */
            kind: "schedule";
            /**
             * @description Of the IANA database, such as `Europe/Berlin`
             * @default UTC
             */
            timeZone?: string;
        };
        /** @enum {string} */
        Scope: "agent:read" | "agent:write" | "agent:merge" | "git:push" | "analytics:read" | "ingest" | "admin";
        ServerHealth: {
            /** Format: date-time */
            at: string;
            backup: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: {
                    /** @description Null if Copydesk has made none; it does not know backups of other programs */
                    last: {
                        bytes: number;
                        /** @description On the machine that created it */
                        file: string;
                        machine: string;
                        /** Format: date-time */
                        madeAt: string;
                    } | null;
                } | null;
            };
            database: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: {
                    bytes: number;
                    connections: number;
                    /** @description Whether Copydesk runs it itself */
                    embedded: boolean;
                    maximumConnections: number;
                    version: string;
                } | null;
            };
            ingestion: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: {
                    /** @description Views that were counted today (UTC) */
                    accepted: number;
                    /** @description Events of today that were not counted, by reason */
                    dropped: {
                        [key: string]: number;
                    };
                    duplicates: number;
                    /** @description The age of the oldest views that are not in the roll-ups yet */
                    lagSeconds: number | null;
                    /** @description The time of the newest page view that is kept */
                    lastViewAt: string | null;
                    /** @description Requests of today that were refused whole, by code */
                    refused: {
                        [key: string]: number;
                    };
                    unfoldedViews: number;
                } | null;
            };
            jobs: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: {
                    active: number;
                    archived: number;
                    completed: number;
                    failed: number;
                } | null;
            };
            queue: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: {
                    /** @description Jobs that have not ended */
                    active: number;
                    /** @description How long the oldest waiting job has been due */
                    oldestWaitSeconds: number | null;
                    /** @description Active jobs that will be tried again later */
                    putOff: number;
                    /** @description Active jobs that are due and that no worker has taken */
                    waiting: number;
                } | null;
            };
            settings: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: components["schemas"]["SettingAdvice"][] | null;
            };
            storage: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: {
                    /** @description Clones of the repositories of git servers; Copydesk creates them again if they are lost */
                    clones: {
                        bytes: number;
                        /** @description Repositories in it */
                        entries: number;
                        /** @description Whether there is more than could be counted in time */
                        isPartial: boolean;
                    };
                    freeBytes: number;
                    /** @description Repositories that Copydesk keeps itself */
                    kept: {
                        bytes: number;
                        /** @description Repositories in it */
                        entries: number;
                        /** @description Whether there is more than could be counted in time */
                        isPartial: boolean;
                    };
                    totalBytes: number;
                } | null;
            };
            versions: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: {
                    copydesk: string;
                    git: string | null;
                    node: string;
                    postgres: string | null;
                } | null;
            };
            workers: {
                /** @description Why it could not be determined; null if it was */
                fault: string | null;
                /** @description Null if it could not be determined in time */
                found: {
                    alive: number;
                    workers: {
                        id: string;
                        /** @description That it has in progress */
                        jobs: number;
                        /** Format: date-time */
                        seenAt: string;
                    }[];
                } | null;
            };
        };
        Session: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Identifies the session; it is no secret and signs nobody in */
            id: string;
            /** @description Whether it is the session that sends this request */
            isCurrent: boolean;
            /**
             * @description How the person signed in
             * @enum {string}
             */
            method: "link" | "password" | "oidc";
            /** @description The user agent of the browser */
            userAgent: string;
        };
        SessionList: {
            /** @description Newest first */
            sessions: components["schemas"]["Session"][];
        };
        SetConnection: {
            /** @description The base address of the API; empty for `git` */
            apiUrl: string;
            /** @enum {string} */
            credentialKind: "token" | "app" | "password";
            draft: boolean;
            /** @description Helps to recognise the credential, such as the last four characters of a token */
            hint: string;
            host: components["schemas"]["CodeHostName"];
            labels: string[];
            /** @description The account that Copydesk uses; null if unknown */
            login: string | null;
            mention: string;
            /** @description Its name at the host, such as `owner/name` */
            repository: string;
            reviewers: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updatedAt: string;
            webhook: {
                /** @description When the last webhook with a valid signature arrived */
                seenAt: string | null;
                /** @description Where the code host sends its webhooks */
                url: string;
            };
            /** @description The secret with which the code host signs its webhooks, if it is new. It is shown only once */
            webhookSecret: string | null;
        };
        SettingAdvice: {
            found: string;
            /** @description The variable, or what it is about */
            setting: string;
            /** @enum {string} */
            severity: "wrong" | "unwise";
            todo: string;
        };
        Share: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** @description The last characters of its token */
            hint: string;
            /** @description `shr_` and 22 characters */
            id: string;
            /** @description To within some minutes */
            lastUsedAt: string | null;
            /** @description What the link is for; empty if not given */
            name: string;
        };
        ShareList: {
            /** @description Newest first */
            shares: components["schemas"]["Share"][];
        };
        ShareRequest: {
            /**
             * @description What the link is for, such as "Newsletter"
             * @default
             */
            name?: string;
        };
        /** @enum {string} */
        SourceName: "umami" | "plausible" | "matomo" | "ga4" | "goatcounter" | "mintlify" | "csv";
        Sources: {
            [key: string]: number;
        };
        /** @enum {string} */
        Surface: "html" | "markdown" | "llms.txt";
        TimeseriesResult: {
            /** @description Whether more results exist beyond this page of results */
            hasMore: boolean;
            interval: components["schemas"]["Interval"];
            /** @description Oldest first, without a gap; the first and the last count only what is within the range */
            series: {
                /** @description Views by or for AI products */
                ai: number;
                /** @description Views by other bots, which no total includes */
                bots: number;
                /** @description Views by people */
                human: number;
                /** @description The part of the total that was imported from other products; absent if Copydesk counted all of it */
                sources?: components["schemas"]["Sources"];
                /**
                 * Format: date-time
                 * @description The first moment of the hour, day, week or month, in UTC
                 */
                start: string;
                /** @description human + ai */
                total: number;
            }[];
            /** @description The part of the total that was imported from other products; absent if Copydesk counted all of it */
            sources?: components["schemas"]["Sources"];
            totals: components["schemas"]["Totals"];
        };
        Totals: {
            /** @description Views by or for AI products */
            ai: number;
            /** @description Views by people */
            human: number;
            /** @description human + ai */
            total: number;
        };
        TranslationsTrigger: {
            /**
             * @description Minute, hour, day, month and day of the week, such as `0 6 * * 1`; or `@hourly`, `@daily`, `@weekly`, `@monthly`
             * @default 0 6 * * *
             */
            cron?: string;
            /** @constant */
            kind: "translations";
            /**
             * @description Empty for all languages that exist
             * @default []
             */
            languages?: string[];
            /**
             * @description How many pages of a language a job is given
             * @default 10
             */
            pages?: number;
            /**
             * @description The language that the others are translated from
             * @default en
             */
            source?: string;
            /**
             * @description Of the IANA database, such as `Europe/Berlin`
             * @default UTC
             */
            timeZone?: string;
        };
        Trigger: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description The latest requests, newest first: at most 20 */
            deliveries: components["schemas"]["TriggerDelivery"][];
            /** @description When it was switched off; null while it is on */
            disabledAt: string | null;
            fields: {
                [key: string]: string;
            };
            id: string;
            name: string;
            perHour: number;
            prompt: string;
            scheme: components["schemas"]["TriggerScheme"];
            /**
             * Format: uri
             * @description Where to send
             */
            url: string;
            /** @description When it last started a job */
            usedAt: string | null;
            when: {
                [key: string]: string[];
            };
        };
        TriggerDelivery: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            /** @description Why it started no job */
            detail: string | null;
            jobId: string | null;
            /**
             * @description `ignored`: because of `when`, a challenge, or because the trigger is off; `refused`: the sender got an error
             * @enum {string}
             */
            outcome: "started" | "ignored" | "refused";
        };
        TriggerList: {
            triggers: components["schemas"]["Trigger"][];
        };
        TriggerRequest: {
            /**
             * @description Which parts of a request are used: a name, and where the part is in the body; empty for the whole body
             * @default {}
             */
            fields?: {
                [key: string]: string;
            };
            /** @description The program that sends, such as `Linear` */
            name: string;
            /**
             * @description Maximum jobs per hour, besides the quota of the project
             * @default 20
             */
            perHour?: number;
            /** @description The instruction of every job. Copydesk appends the content of the request, as material */
            prompt: string;
            /** @default bearer */
            scheme?: components["schemas"]["TriggerScheme"];
            /** @description The secret that the sender created; absent: Copydesk creates one */
            secret?: string;
            /**
             * @description A request starts a job if each of these places in the body contains one of the texts; empty: every request does
             * @default {}
             */
            when?: {
                [key: string]: string[];
            };
        };
        TriggerResult: {
            /** @description For Slack, when it verifies the address */
            challenge?: string;
            /** @description Null if the request started none */
            job: {
                id: string;
                /** Format: uri */
                page: string;
            } | null;
            /** @description Why it started none */
            reason: string | null;
        };
        /**
         * @description `bearer`: `Authorization: Bearer <secret>`; `hmac`: HMAC-SHA-256 of the body in hexadecimal, as `X-Hub-Signature-256`, `X-Hub-Signature`, `Linear-Signature` or `X-Signature`; `slack`: as Slack signs; `standard`: Standard Webhooks
         * @enum {string}
         */
        TriggerScheme: "bearer" | "hmac" | "slack" | "standard";
        UnknownReadersResult: {
            hasMore: boolean;
            /** @description By views, most first */
            readers: {
                /**
                 * @description The kind that it counts as
                 * @enum {string}
                 */
                class: "human" | "bot";
                /** Format: date-time */
                lastSeen: string;
                /**
                 * @description `no_name`: a program that no rule names; `headless`: a browser that a program controls; `no_fetch_metadata`: a browser without the Sec-Fetch headers that its version sends; `steady`: visits with 20 pages and more, one every two seconds or faster
                 * @enum {string}
                 */
                mark: "no_name" | "headless" | "no_fetch_metadata" | "steady";
                /** @description A rule of the project to start with; null if most people would match */
                rule: string | null;
                /** @description As it is stored: for a browser, its names and main versions */
                userAgent: string;
                views: number;
            }[];
            totals: {
                /** @description On all pages; a reader with two marks counts as two */
                readers: number;
            };
        };
        /** @enum {string} */
        Verification: "verified" | "claimed" | "unverifiable" | "spoofed";
        ViewsResult: {
            /** @description Whether more results exist beyond this page of results */
            hasMore: boolean;
            /** @description The part of the total that was imported from other products; absent if Copydesk counted all of it */
            sources?: components["schemas"]["Sources"];
            /** @description Site-wide totals of the whole range, independent of `limit` and `offset` */
            totals: components["schemas"]["Totals"];
            /** @description By total, most first, then by path */
            views: components["schemas"]["PageViews"][];
        };
        VisitsBack: {
            operator: string;
            /** @description Products whose hosts are known, such as `ChatGPT` */
            products: string[];
            /** @description Views by its agents of the purpose `assistant` */
            reads: number;
            /** @description reads ÷ visits; null if there is no visit, or not all are known */
            readsPerVisit: number | null;
            /** @description Views of people that came from its products */
            visits: number;
        };
        Webhook: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            /** @description Nothing is sent any more since then */
            disabledAt: string | null;
            /** @description `gone`: the receiver answered 410; `failing`: it failed for days */
            disabledReason: ("gone" | "failing") | null;
            events: components["schemas"]["WebhookEvent"][];
            /** @description Since when there were nothing but failures; null after a success */
            failingSince: string | null;
            id: string;
            url: string;
        };
        WebhookDelivery: {
            /** @description The last 20, oldest first */
            attempts: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                at: string;
                /** @description Why it failed; null for a success */
                error: string | null;
                /** @description Null while it is under way, or when its process was killed */
                milliseconds: number | null;
                /** @description Counts from 1 within a delivery */
                number: number;
                /** @description Of the answer; null when there was none */
                status: number | null;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            createdAt: string;
            deliveredAt: string | null;
            /** @description The `webhook-id` header */
            id: string;
            jobId: string | null;
            /** @description Null when it is over */
            nextAttemptAt: string | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @enum {string} */
            type: "job.completed" | "job.failed" | "job.archived" | "report.ready" | "test";
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Give it as `cursor` for the next page; null on the last page */
            nextCursor: string | null;
        };
        /** @enum {string} */
        WebhookEvent: "job.completed" | "job.failed" | "job.archived" | "report.ready";
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookPayload: {
            data: {
                /** @description The job */
                id: string;
                /**
                 * @description What came of it; null of an archive
                 * @default null
                 */
                outcome?: ("changed" | "answered" | "nothing_to_do" | "declined" | "needs_answer" | "failed") | null;
                /**
                 * Format: uri
                 * @description The page of the job, for people
                 */
                page: string;
                projectId: string;
                status: components["schemas"]["JobStatus"];
                /**
                 * Format: uri
                 * @description Where the API answers the job
                 */
                url: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            /** @enum {string} */
            type: "job.completed" | "job.failed" | "job.archived";
        } | {
            data: {
                /** @description Views by AI */
                ai: components["schemas"]["EffectCounts"];
                /** @description What the models of the jobs have cost; null where a price is not known */
                costUsd: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                from: string;
                /** @description Views by people; `before` is what the report compares with */
                human: components["schemas"]["EffectCounts"];
                /** @description Pull requests of jobs that were merged */
                merged: number;
                /** @description Requests of both that were answered 404 or 410 */
                notFound: components["schemas"]["EffectCounts"];
                /**
                 * Format: uri
                 * @description The page of the report, for people
                 */
                page: string;
                period: components["schemas"]["ReportPeriod"];
                projectId: string;
                /**
                 * Format: date-time
                 * @description Exclusive
                 */
                to: string;
                /**
                 * Format: uri
                 * @description Where the API answers the report: JSON, or Markdown for `Accept: text/markdown`
                 */
                url: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            /** @constant */
            type: "report.ready";
        } | {
            data: {
                /** @description The webhook */
                id: string;
                projectId: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            /** @constant */
            type: "test";
        };
        WebhookRequest: {
            /**
             * @description What to send; all of it unless given
             * @default [
             *       "job.completed",
             *       "job.failed",
             *       "job.archived",
             *       "report.ready"
             *     ]
             */
            events?: components["schemas"]["WebhookEvent"][];
            /** @description Where to send: https, without user and password */
            url: string;
        };
    };
    responses: {
        /** @description `headers_too_large`: The address and headers are too large */
        headers_too_large: {
            headers: {
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `method_not_allowed`: Method not allowed */
        method_not_allowed: {
            headers: {
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `route_not_found`: No such endpoint */
        route_not_found: {
            headers: {
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AddedContextRepository = components['schemas']['AddedContextRepository'];
export type AgentsResult = components['schemas']['AgentsResult'];
export type ApiKey = components['schemas']['ApiKey'];
export type AskedQuestions = components['schemas']['AskedQuestions'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditList = components['schemas']['AuditList'];
export type Automation = components['schemas']['Automation'];
export type AutomationDecision = components['schemas']['AutomationDecision'];
export type AutomationDryRun = components['schemas']['AutomationDryRun'];
export type AutomationList = components['schemas']['AutomationList'];
export type AutomationPatch = components['schemas']['AutomationPatch'];
export type AutomationRequest = components['schemas']['AutomationRequest'];
export type AutomationRun = components['schemas']['AutomationRun'];
export type AutomationRunList = components['schemas']['AutomationRunList'];
export type AutomationTrigger = components['schemas']['AutomationTrigger'];
export type Backport = components['schemas']['Backport'];
export type BackportRequest = components['schemas']['BackportRequest'];
export type BotsResult = components['schemas']['BotsResult'];
export type ChangeEffect = components['schemas']['ChangeEffect'];
export type CheckedModel = components['schemas']['CheckedModel'];
export type CodeHostName = components['schemas']['CodeHostName'];
export type CollectEvent = components['schemas']['CollectEvent'];
export type CollectRequest = components['schemas']['CollectRequest'];
export type CollectResult = components['schemas']['CollectResult'];
export type Connection = components['schemas']['Connection'];
export type ConnectionChecks = components['schemas']['ConnectionChecks'];
export type ConnectionCredential = components['schemas']['ConnectionCredential'];
export type ConnectionRequest = components['schemas']['ConnectionRequest'];
export type ContextRepository = components['schemas']['ContextRepository'];
export type ContextRepositoryList = components['schemas']['ContextRepositoryList'];
export type CountedBy = components['schemas']['CountedBy'];
export type CreatedKey = components['schemas']['CreatedKey'];
export type CreatedShare = components['schemas']['CreatedShare'];
export type CreatedTrigger = components['schemas']['CreatedTrigger'];
export type CreatedWebhook = components['schemas']['CreatedWebhook'];
export type DropReason = components['schemas']['DropReason'];
export type EffectCounts = components['schemas']['EffectCounts'];
export type EffectPage = components['schemas']['EffectPage'];
export type EventList = components['schemas']['EventList'];
export type Feedback = components['schemas']['Feedback'];
export type FeedbackDropReason = components['schemas']['FeedbackDropReason'];
export type FeedbackFixRequest = components['schemas']['FeedbackFixRequest'];
export type FeedbackList = components['schemas']['FeedbackList'];
export type FeedbackPage = components['schemas']['FeedbackPage'];
export type FeedbackPages = components['schemas']['FeedbackPages'];
export type FeedbackPatch = components['schemas']['FeedbackPatch'];
export type FeedbackReceipt = components['schemas']['FeedbackReceipt'];
export type FeedbackRequest = components['schemas']['FeedbackRequest'];
export type FeedbackSource = components['schemas']['FeedbackSource'];
export type FeedbackStatus = components['schemas']['FeedbackStatus'];
export type FeedbackTrigger = components['schemas']['FeedbackTrigger'];
export type FileChange = components['schemas']['FileChange'];
export type FileDiff = components['schemas']['FileDiff'];
export type HealthResult = components['schemas']['HealthResult'];
export type HostWebhookResult = components['schemas']['HostWebhookResult'];
export type ImpactFile = components['schemas']['ImpactFile'];
export type InboundTrigger = components['schemas']['InboundTrigger'];
export type Interval = components['schemas']['Interval'];
export type InvitedPerson = components['schemas']['InvitedPerson'];
export type IssueTrigger = components['schemas']['IssueTrigger'];
export type Job = components['schemas']['Job'];
export type JobAuthor = components['schemas']['JobAuthor'];
export type JobChecks = components['schemas']['JobChecks'];
export type JobDiff = components['schemas']['JobDiff'];
export type JobEffect = components['schemas']['JobEffect'];
export type JobEvent = components['schemas']['JobEvent'];
export type JobFailure = components['schemas']['JobFailure'];
export type JobImpact = components['schemas']['JobImpact'];
export type JobList = components['schemas']['JobList'];
export type JobMadeFrom = components['schemas']['JobMadeFrom'];
export type JobMerge = components['schemas']['JobMerge'];
export type JobOutcome = components['schemas']['JobOutcome'];
export type JobPages = components['schemas']['JobPages'];
export type JobPullRequest = components['schemas']['JobPullRequest'];
export type JobRequest = components['schemas']['JobRequest'];
export type JobSharing = components['schemas']['JobSharing'];
export type JobStatus = components['schemas']['JobStatus'];
export type JobUsage = components['schemas']['JobUsage'];
export type JobWaiting = components['schemas']['JobWaiting'];
export type KeyList = components['schemas']['KeyList'];
export type KeyRequest = components['schemas']['KeyRequest'];
export type KeyState = components['schemas']['KeyState'];
export type LatestResult = components['schemas']['LatestResult'];
export type Lift = components['schemas']['Lift'];
export type Me = components['schemas']['Me'];
export type MeChange = components['schemas']['MeChange'];
export type MergedChange = components['schemas']['MergedChange'];
export type MergePolicy = components['schemas']['MergePolicy'];
export type MergePolicyPatch = components['schemas']['MergePolicyPatch'];
export type ModelCheckRequest = components['schemas']['ModelCheckRequest'];
export type ModelKey = components['schemas']['ModelKey'];
export type ModelKeyList = components['schemas']['ModelKeyList'];
export type ModelKeyRequest = components['schemas']['ModelKeyRequest'];
export type ModelOverview = components['schemas']['ModelOverview'];
export type ModelProvider = components['schemas']['ModelProvider'];
export type NamedProject = components['schemas']['NamedProject'];
export type NamedProjectList = components['schemas']['NamedProjectList'];
export type NotFoundResult = components['schemas']['NotFoundResult'];
export type NotFoundTrigger = components['schemas']['NotFoundTrigger'];
export type OlderCreatedSession = components['schemas']['OlderCreatedSession'];
export type OlderJobRequest = components['schemas']['OlderJobRequest'];
export type OlderSession = components['schemas']['OlderSession'];
export type OlderSessionList = components['schemas']['OlderSessionList'];
export type PageJobs = components['schemas']['PageJobs'];
export type PageResult = components['schemas']['PageResult'];
export type PageViews = components['schemas']['PageViews'];
export type PasswordRequest = components['schemas']['PasswordRequest'];
export type PeopleList = components['schemas']['PeopleList'];
export type Person = components['schemas']['Person'];
export type PersonChange = components['schemas']['PersonChange'];
export type PersonLink = components['schemas']['PersonLink'];
export type PersonRequest = components['schemas']['PersonRequest'];
export type Problem = components['schemas']['Problem'];
export type ProductChangedTrigger = components['schemas']['ProductChangedTrigger'];
export type Project = components['schemas']['Project'];
export type ProjectDetails = components['schemas']['ProjectDetails'];
export type ProjectList = components['schemas']['ProjectList'];
export type ProjectPatch = components['schemas']['ProjectPatch'];
export type ProjectRequest = components['schemas']['ProjectRequest'];
export type PromptRequest = components['schemas']['PromptRequest'];
export type ProposedQuestions = components['schemas']['ProposedQuestions'];
export type Purpose = components['schemas']['Purpose'];
export type QuietHours = components['schemas']['QuietHours'];
export type Readability = components['schemas']['Readability'];
export type ReadabilityRule = components['schemas']['ReadabilityRule'];
export type ReadabilityWarning = components['schemas']['ReadabilityWarning'];
export type ReaderPage = components['schemas']['ReaderPage'];
export type ReaderRule = components['schemas']['ReaderRule'];
export type ReadMostTrigger = components['schemas']['ReadMostTrigger'];
export type ReferrersResult = components['schemas']['ReferrersResult'];
export type RepairRequest = components['schemas']['RepairRequest'];
export type Report = components['schemas']['Report'];
export type ReportAiAudience = components['schemas']['ReportAiAudience'];
export type ReportAudience = components['schemas']['ReportAudience'];
export type ReportPage = components['schemas']['ReportPage'];
export type ReportPeriod = components['schemas']['ReportPeriod'];
export type ReportWork = components['schemas']['ReportWork'];
export type RepositoryLook = components['schemas']['RepositoryLook'];
export type RepositoryLookRequest = components['schemas']['RepositoryLookRequest'];
export type Role = components['schemas']['Role'];
export type SavedProject = components['schemas']['SavedProject'];
export type ScheduleTrigger = components['schemas']['ScheduleTrigger'];
export type Scope = components['schemas']['Scope'];
export type ServerHealth = components['schemas']['ServerHealth'];
export type Session = components['schemas']['Session'];
export type SessionList = components['schemas']['SessionList'];
export type SetConnection = components['schemas']['SetConnection'];
export type SettingAdvice = components['schemas']['SettingAdvice'];
export type Share = components['schemas']['Share'];
export type ShareList = components['schemas']['ShareList'];
export type ShareRequest = components['schemas']['ShareRequest'];
export type SourceName = components['schemas']['SourceName'];
export type Sources = components['schemas']['Sources'];
export type Surface = components['schemas']['Surface'];
export type TimeseriesResult = components['schemas']['TimeseriesResult'];
export type Totals = components['schemas']['Totals'];
export type TranslationsTrigger = components['schemas']['TranslationsTrigger'];
export type Trigger = components['schemas']['Trigger'];
export type TriggerDelivery = components['schemas']['TriggerDelivery'];
export type TriggerList = components['schemas']['TriggerList'];
export type TriggerRequest = components['schemas']['TriggerRequest'];
export type TriggerResult = components['schemas']['TriggerResult'];
export type TriggerScheme = components['schemas']['TriggerScheme'];
export type UnknownReadersResult = components['schemas']['UnknownReadersResult'];
export type Verification = components['schemas']['Verification'];
export type ViewsResult = components['schemas']['ViewsResult'];
export type VisitsBack = components['schemas']['VisitsBack'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookPayload = components['schemas']['WebhookPayload'];
export type WebhookRequest = components['schemas']['WebhookRequest'];
export type ResponseHeadersTooLarge = components['responses']['headers_too_large'];
export type ResponseMethodNotAllowed = components['responses']['method_not_allowed'];
export type ResponseRouteNotFound = components['responses']['route_not_found'];
export type $defs = Record<string, never>;
export interface operations {
    createJobV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OlderJobRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderCreatedSession"];
                    "text/event-stream": unknown;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderSession"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobsV1: {
        parameters: {
            query?: {
                skip?: number;
                take?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderSessionList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgents: {
        parameters: {
            query?: {
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                /** @description Adds to each agent its views per day, week or month */
                interval?: "day" | "week" | "month";
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
                /** @description Only views of pages that readers requested in this form: `markdown` by a path in `.md` or by `Accept` */
                surface?: components["schemas"]["Surface"];
                /** @description Adds how many people came from AI products */
                visits?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentsResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBots: {
        parameters: {
            query?: {
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotsResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFeedback: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description No bound when absent */
                dateFrom?: string;
                /** @description Exclusive; no bound when absent */
                dateTo?: string;
                limit?: number;
                /** @description One page */
                path?: string;
                source?: components["schemas"]["FeedbackSource"];
                status?: components["schemas"]["FeedbackStatus"];
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fixFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackFixRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFeedbackPages: {
        parameters: {
            query?: {
                /** @description No bound when absent */
                dateFrom?: string;
                /** @description Exclusive; no bound when absent */
                dateTo?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackPages"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the feedback */
                feedbackId: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the feedback */
                feedbackId: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getViewsHealth: {
        parameters: {
            query?: {
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLatestViews: {
        parameters: {
            query?: {
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LatestResult"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getNotFound: {
        parameters: {
            query?: {
                /** @description Only AI views of this agent, such as `ClaudeBot` */
                agent?: string;
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description Adds to each path who requested it, and from where */
                details?: "true" | "false";
                /** @description Only the page whose path is this */
                exactPath?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
                /** @description Only pages whose path begins with this */
                path?: string;
                /** @description Only AI views of this purpose */
                purpose?: components["schemas"]["Purpose"];
                /** @description Only views of pages that readers requested in this form: `markdown` by a path in `.md` or by `Accept` */
                surface?: components["schemas"]["Surface"];
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    repairNotFound: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepairRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPage: {
        parameters: {
            query: {
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description The path of the page */
                path: string;
                /** @description Only views of pages that readers requested in this form: `markdown` by a path in `.md` or by `Accept` */
                surface?: components["schemas"]["Surface"];
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageResult"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReferrers: {
        parameters: {
            query?: {
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferrersResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTimeseries: {
        parameters: {
            query?: {
                /** @description Only AI views of this agent, such as `ClaudeBot` */
                agent?: string;
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description Only the page whose path is this */
                exactPath?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                interval?: components["schemas"]["Interval"];
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
                /** @description Only pages whose path begins with this */
                path?: string;
                /** @description Only AI views of this purpose */
                purpose?: components["schemas"]["Purpose"];
                /** @description Only views that Copydesk itself, or this other product, counted */
                source?: components["schemas"]["CountedBy"];
                /** @description Only views of pages that readers requested in this form: `markdown` by a path in `.md` or by `Accept` */
                surface?: components["schemas"]["Surface"];
                /** @description The time zone for days, weeks and months; absent for UTC */
                timeZone?: string;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeseriesResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUnknownReaders: {
        parameters: {
            query?: {
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownReadersResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getViews: {
        parameters: {
            query?: {
                /** @description Only AI views of this agent, such as `ClaudeBot` */
                agent?: string;
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description Only the page whose path is this */
                exactPath?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                /** @description Results per page */
                limit?: number;
                /** @description Number of rows to skip */
                offset?: number;
                /** @description Only pages whose path begins with this */
                path?: string;
                /** @description Only AI views of this purpose */
                purpose?: components["schemas"]["Purpose"];
                /** @description Only views that Copydesk itself, or this other product, counted */
                source?: components["schemas"]["CountedBy"];
                /** @description Only views of pages that readers requested in this form: `markdown` by a path in `.md` or by `Accept` */
                surface?: components["schemas"]["Surface"];
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewsResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportViews: {
        parameters: {
            query?: {
                /** @description Only AI views of this agent, such as `ClaudeBot` */
                agent?: string;
                /** @description Views at this moment or later: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no lower limit */
                dateFrom?: string;
                /** @description Views before this moment, not at it: a date, or an ISO 8601 date-time, which is UTC unless it has an offset. Omitted: no upper limit */
                dateTo?: string;
                /** @description Only the page whose path is this */
                exactPath?: string;
                /** @description The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download */
                format?: "json" | "csv" | "ndjson";
                /** @description Only pages whose path begins with this */
                path?: string;
                /** @description Only AI views of this purpose */
                purpose?: components["schemas"]["Purpose"];
                /** @description Only views that Copydesk itself, or this other product, counted */
                source?: components["schemas"]["CountedBy"];
                /** @description Only views of pages that readers requested in this form: `markdown` by a path in `.md` or by `Accept` */
                surface?: components["schemas"]["Surface"];
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewsResult"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAudit: {
        parameters: {
            query?: {
                /** @description One action such as `key.create`, or a prefix such as `key` for all its actions */
                action?: string;
                /** @description The id of a person or a key, or `command` or `system` */
                actor?: string;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description Not before this date or date-time */
                from?: string;
                limit?: number;
                /** @description The id of a project */
                project?: string;
                /** @description Before this date or date-time */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAutomations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the automation */
                automationId: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the automation */
                automationId: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the automation */
                automationId: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dryRunAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the automation */
                automationId: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationDryRun"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the automation */
                automationId: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted views are durably stored; the reply says which were dropped, and why */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationRun"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAutomationRuns: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the automation */
                automationId: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationRunList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiveHostWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted views are durably stored; the reply says which were dropped, and why */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostWebhookResult"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    collect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectRequest"];
                "text/plain": components["schemas"]["CollectRequest"];
            };
        };
        responses: {
            /** @description Accepted views are durably stored; the reply says which were dropped, and why */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectResult"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackRequest"];
                "text/plain": components["schemas"]["FeedbackRequest"];
            };
        };
        responses: {
            /** @description Accepted views are durably stored; the reply says which were dropped, and why */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackReceipt"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCommitEffect: {
        parameters: {
            query: {
                /** @description A commit of the project's branch, such as the one that a pull request was merged by */
                commit: string;
                /** @description How many days before and after the merge are compared */
                days?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEffect"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServerHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerHealth"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                state?: components["schemas"]["KeyState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the API key, not the key itself */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the API key, not the key itself */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the API key, not the key itself */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeChange"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setMyPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMyProjects: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedProjectList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of one of your sessions */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description Text that the name or the e-mail address contains */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedPerson"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removePerson: {
        parameters: {
            query?: {
                /** @description Whether the API keys and share links that they created are revoked too; absent: they keep working */
                revokeMade?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The identifier of the person */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the person */
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonChange"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    linkPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the person */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonLink"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description Text that the name, the repository or the id contains */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedProject"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDetails"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                /** @description Required: the exact name of the project */
                name?: string;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedProject"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetConnection"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionChecks"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renewWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetConnection"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listContextRepositories: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextRepositoryList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addContextRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContextRepository"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedContextRepository"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeContextRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description How the agent calls the context repository */
                name: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModelKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelKeyList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setModelKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description A provider of models */
                provider: "anthropic" | "openai" | "google" | "compatible";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelKey"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteModelKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description A provider of models */
                provider: "anthropic" | "openai" | "google" | "compatible";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelOverview"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelCheckRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedModel"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedShare"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the share link */
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTrigger"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the trigger */
                triggerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the trigger */
                triggerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the trigger */
                triggerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the trigger */
                triggerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTrigger"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getQuestions: {
        parameters: {
            query?: {
                /** @description Whether the `questionsModel` of the project is asked too, for at most 50 questions. That costs tokens and may take minutes; it needs the scope `agent:write` */
                judge?: boolean;
                /** @description Another branch than the one that jobs start from */
                ref?: string;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedQuestions"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getQuestionProposals: {
        parameters: {
            query?: {
                /** @description Questions, of the most read page first */
                limit?: number;
                /** @description Another branch than the one that jobs start from */
                ref?: string;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposedQuestions"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadability: {
        parameters: {
            query?: {
                /** @description Another branch than the one that jobs start from */
                ref?: string;
                /** @description Only the warnings of this rule */
                rule?: components["schemas"]["ReadabilityRule"];
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readability"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: {
                /** @description A day of the week or month, such as its first; absent for the last one that is over. For one that is not over, the report contains the whole days so far */
                date?: string;
                /** @description A week is from Monday to Sunday (UTC) */
                period?: components["schemas"]["ReportPeriod"];
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                    "text/markdown": string;
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookAtRepository: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepositoryLookRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryLook"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fireTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the trigger */
                triggerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted views are durably stored; the reply says which were dropped, and why */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerResult"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the reply has no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the delivery */
                deliveryId: string;
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
                /** @description The identifier of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier reply, several of them, or `*` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Nothing has changed since the reply with this `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    archiveJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    backportJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BackportRequest"];
            };
        };
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backport"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobDiff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDiff"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobEffect: {
        parameters: {
            query?: {
                /** @description How many days before and after the merge are compared */
                days?: number;
            };
            header?: never;
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEffect"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobEvents: {
        parameters: {
            query?: {
                after?: number;
                limit?: number;
            };
            header?: {
                /** @description The `id` of the last event that the client received */
                "Last-Event-ID"?: number;
            };
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                    "text/event-stream": unknown;
                };
            };
            /** @description The stream has ended and nothing is left to send; do not come back */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobImpact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobImpact"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    messageJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobPages: {
        parameters: {
            query?: {
                /** @description Only this page, with its text before and after */
                path?: string;
            };
            header?: never;
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPages"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of the caller’s choice; kept for 30 days */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is durably stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unique identifier of the agent job */
                id: string;
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobUsage"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description The id of the person or API key that created the jobs; `command` for those of the terminal */
                author?: string;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description Words of the `summary`, or their beginnings: a job is listed if it has all of them */
                q?: string;
                status?: components["schemas"]["JobStatus"];
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPageJobs: {
        parameters: {
            query: {
                /** @description Jobs, the latest first */
                limit?: number;
                /** @description The path of the page, as page views have it */
                path: string;
            };
            header?: never;
            path: {
                /** @description The identifier of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageJobs"];
                };
            };
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delivery: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: what has been received with it before needs no second look */
                "webhook-id": string;
                /** @description `v1,` and the HMAC-SHA256 of `{id}.{timestamp}.{body}` in base64 */
                "webhook-signature": string;
                /** @description Of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description An error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
