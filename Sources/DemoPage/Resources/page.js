"use strict";

// What the exit codes of `router open` mean for the person.
const ends = {
    64: "Not understood", 65: "Refused: the link is not valid", 66: "There is no wallet yet",
    69: "There was no way to ask", 70: "Something went wrong inside router", 73: "Nothing could be saved",
    74: "Sent, but the answer is unknown: do not repeat", 75: "Busy: another question is open",
    76: "The network refused; nothing was sent", 77: "Refused", 78: "The installation is not complete",
    130: "You refused, or nobody answered in time",
};
const done = { pay: "Paid: the practice network took it", address: "An address was told",
    masterPublicKey: "The master public keys were told" };

const cards = [...document.querySelectorAll(".card")];

// Live regions speak whenever they are written, so nothing is written twice.
function put(element, text) {
    if (element && element.textContent !== text) element.textContent = text;
}

function problem(text) {
    const box = document.getElementById("problem");
    put(box, text);
    box.hidden = text === "";
}

function lastOf(items, matches) {
    const found = items.filter(matches);
    return { last: found[found.length - 1], count: found.length };
}

function showOutcome(card, outcome, count, isRunning) {
    const place = card.querySelector(".outcome");
    if (isRunning) {
        place.className = "outcome";
        put(place, "Asking…");
    } else if (outcome) {
        const isGood = outcome.exit === 0;
        place.className = "outcome " + (isGood ? "good" : "bad");
        const words = (isGood && done[outcome.action]) || ends[outcome.exit] || "Ended with " + outcome.exit;
        const reason = outcome.reason ? " (" + outcome.reason + ")" : "";
        const time = new Date(outcome.time * 1000).toLocaleTimeString();
        put(place, words + reason + ", " + time + (count > 1 ? " – opened " + count + " times" : ""));
    }
}

function show(state) {
    const outcomes = state.outcomes.flatMap((line) => { try { return [JSON.parse(line)]; } catch { return []; } });
    for (const card of cards) {
        const { id, sender, action } = card.dataset;
        const isRunning = state.running.includes(id);
        const { last, count } = lastOf(outcomes, (one) => sender ? one.sender === sender : one.action === action);
        showOutcome(card, last, count, isRunning);
        card.querySelector("button").disabled = isRunning;
        const callback = lastOf(state.callbacks, (one) => sender && one.startsWith(sender + ":")).last;
        if (callback) put(card.querySelector(".callback"), callback);
        const said = card.querySelector(".said");
        said.hidden = !state.said[id];
        put(said.querySelector("pre"), state.said[id] || "");
    }
    for (const [coin, text] of Object.entries(state.balances)) {
        put(document.getElementById("balance-" + coin), text);
    }
    const dialogues = document.getElementById("dialogues");
    if (dialogues && state.dialogues && dialogues.textContent !== state.dialogues) {
        put(dialogues, state.dialogues);
        dialogues.scrollTop = dialogues.scrollHeight;
    }
}

async function look() {
    try {
        const answer = await fetch("state");
        if (!answer.ok) throw new Error(String(answer.status));
        show(await answer.json());
        problem("");
    } catch {
        problem("The command that serves this page does not answer. It may have ended.");
    }
    setTimeout(look, 700);
}

for (const card of cards) {
    card.querySelector("button").addEventListener("click", async () => {
        const answer = await fetch("open/" + card.dataset.id, { method: "POST" }).catch(() => null);
        if (answer && answer.ok) showOutcome(card, null, 0, true);
        else problem("The link was not opened" + (answer ? " (" + answer.status + ")." : "."));
    });
}
look();
