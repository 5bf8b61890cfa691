(* B-L14: sums over a group, and the two real eigenvalues of a block. *)
From Coq Require Import Reals Lra List.
From Kernel Require Import Prelude.
Open Scope R_scope.

Section Blocks.
Context {Token Mode : Type} (tokens : list Token) (eps : Token -> R) (tau : R) (lam : Mode -> R) (p E q : R) (r : Mode).
Lemma sums : (forall f, total tokens (fun j => (1 + 1 * eps j) * f j) = 0 ->
    total tokens (fun j => eps j * f j) = -1 * total tokens (fun j => f j)) /\
  (forall f, total tokens (fun j => (1 - eps j) * f j) = 0 -> total tokens (fun j => eps j * f j) = 1 * total tokens (fun j => f j)).
Proof.
  split; intros f H; [rewrite (total_ext tokens _ (fun j => f j + eps j * f j)) in H by (intro; ring) |
    rewrite (total_ext tokens _ (fun j => f j + -1 * (eps j * f j))) in H by (intro; ring)];
  rewrite total_add, ?total_scale in H; change (total tokens (fun j => f j)) with (total tokens f); lra.
Qed.
Local Notation plus := (p * E + q). Local Notation minus := (q * E + p).
Local Notation rp := (1 + tau * lam r * ((p * E - q) / plus)). Local Notation rm := (1 + tau * lam r * ((q * E - p) / minus)).
Definition first k := (1 + tau * lam k * (p * E / plus)) / rp. Definition second k := (1 + tau * lam k * (q * E / minus)) / rm.
Definition above k := tau * lam k * (q / plus) / rp. Definition below k := tau * lam k * (p / minus) / rm.
Definition crossed k := (tau * lam k) ^ 2 * p * q / (plus * minus * rp * rm).
Definition entries (P : Prop) := plus <> 0 /\ rp <> 0 /\ minus <> 0 /\ rm <> 0 /\ P.
Hypotheses (Tau : 0 < tau) (HE : 0 < E) (P1 : 1 <= p) (Q1 : 1 <= q) (Rp : 0 < rp) (Rm : 0 < rm)
  (Off : forall k, above k * below k = crossed k) (Positive : forall k, 0 < (tau * lam k) ^ 2 -> 0 < crossed k)
  (Real : forall b x y, 0 <= b -> 0 <= (x - y) ^ 2 + 4 * b) (Distinct : forall b x y, 0 < b -> 0 < (x - y) ^ 2 + 4 * b).
Lemma real k : exists x y, entries (x + y = first k + second k) /\ entries (x * y = first k * second k - above k * below k) /\
  (0 < lam k ^ 2 -> x < y).
Proof.
  assert (0 < p * E /\ 0 < q * E) by (split; apply Rmult_lt_0_compat; lra).
  assert (O : 0 <= crossed k /\ (0 < lam k ^ 2 -> 0 < crossed k)).
  { split; [destruct (pow2_ge_0 (tau * lam k)) as [C | C]; [left; apply Positive, C | unfold crossed; rewrite <- C; lra]|].
    intro K. apply Positive. rewrite Rpow_mult_distr. apply Rmult_lt_0_compat; [apply pow_lt|]; assumption. }
  rewrite Off. set (a := first k). set (d := second k). destruct O as [O More]. set (o := crossed k) in *. unfold entries.
  assert (S := sqrt_sqrt _ (Real o a d O)). set (s := sqrt _) in S.
  exists ((a + d - s) / 2), ((a + d + s) / 2). repeat split; try (apply Rgt_not_eq; lra).
  - field.
  - transitivity (((a + d) ^ 2 - s * s) / 4); [field | rewrite S; field].
  - intro K. assert (0 < s) by apply sqrt_lt_R0, Distinct, More, K. lra.
Qed.
End Blocks.
