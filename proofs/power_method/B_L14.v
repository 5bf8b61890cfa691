(* B-L14: blocks along eigenvectors, their real eigenvalues, and what disagrees within a group. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet.
Open Scope R_scope.

(* The roots of a polynomial whose discriminant is (a - d)^2 + 4 b c. *)
Lemma real_roots a d o : 0 <= o -> exists x y, x + y = a + d /\ x * y = a * d - o /\ (0 < o -> x < y).
Proof.
  intro O. assert (Q := Rle_0_sqr (a - d)). unfold Rsqr in Q. set (s := (a - d) * (a - d) + 4 * o).
  assert (S : sqrt s * sqrt s = s) by (apply sqrt_sqrt; unfold s; lra).
  exists ((a + d - sqrt s) / 2), ((a + d + sqrt s) / 2). split; [field|]. split.
  - replace ((a + d - sqrt s) / 2 * ((a + d + sqrt s) / 2)) with (((a + d) * (a + d) - sqrt s * sqrt s) / 4) by field.
    rewrite S. unfold s. field.
  - intro P. assert (0 < sqrt s) by (apply sqrt_lt_R0; unfold s; lra). lra.
Qed.

Section Blocks.
Context {S : inner_product_space} {Token Mode : Type} (tokens : list Token) (eps : Token -> R) (tau : R) (lam : Mode -> R) (p E q : R)
  (v : Mode -> S) (V : S -> S) (r : Mode).
Local Notation plus := (p * E + q). Local Notation minus := (q * E + p).
Local Notation rp := (1 + tau * lam r * ((p * E - q) / plus)). Local Notation rm := (1 + tau * lam r * ((q * E - p) / minus)).
Definition of_group i a b := ((1 + eps i) * a + (1 - eps i) * b) / 2.
Definition J (u : Token -> S) i := vscale (of_group i (1 / rp) (1 / rm)) (vadd (u i) (vscale (of_group i (tau / plus) (tau / minus))
  (V (vtotal tokens (fun j => vscale ((E + 1 + (E - 1) * eps i * eps j) / 2) (u j)))))).
Definition first k := (1 + tau * lam k * (p * E / plus)) / rp. Definition second k := (1 + tau * lam k * (q * E / minus)) / rm.
Definition above k := tau * lam k * (q / plus) / rp. Definition below k := tau * lam k * (p / minus) / rm.
Definition defined (P : Prop) := rp <> 0 /\ plus <> 0 /\ rm <> 0 /\ minus <> 0 /\ P.
Definition entries (P : Prop) := plus <> 0 /\ rp <> 0 /\ minus <> 0 /\ rm <> 0 /\ P.
Hypotheses (AV : adjoint V V) (Eigen : forall a, V (v a) = vscale (lam a) (v a)) (Tau : 0 < tau) (HE : 0 < E)
  (Signs : forall i, eps i ^ 2 = 1) (P1 : 1 <= p) (Q1 : 1 <= q) (Rp : 0 < rp) (Rm : 0 < rm).
Let LV := adjoint_linear V V AV.
Let PE : 0 < p * E. Proof. apply Rmult_lt_0_compat; lra. Qed.
Let QE : 0 < q * E. Proof. apply Rmult_lt_0_compat; lra. Qed.
Let A : 0 < plus. Proof. lra. Qed.
Let B : 0 < minus. Proof. lra. Qed.
Let Sign i : eps i = 1 \/ eps i = -1.
Proof.
  assert (Q := Signs i). assert (Z : (eps i - 1) * (eps i + 1) = 0) by lra.
  destruct (Rmult_integral _ _ Z); [left | right]; lra.
Qed.
Let Scaled (f g : Token -> R) (y : S) : vtotal tokens (fun j => vscale (f j) (vscale (g j) y)) = vscale (total tokens (fun j => f j * g j)) y.
Proof.
  apply inner_ext. intro z. rewrite inner_vtotal_l, inner_scale_l, <- total_scale_r.
  apply total_ext. intro j. rewrite !inner_scale_l. ring.
Qed.
Ltac lengths := unfold defined, entries, J, of_group, first, second, above, below; set (r' := rp) in *; set (m' := rm) in *.
Lemma acts : total tokens (fun j => eps j) = p - q -> size tokens = p + q -> forall k x y i,
  defined (J (fun j => vscale (of_group j x y) (v k)) i = vscale (of_group i (first k * x + above k * y) (below k * x + second k * y)) (v k)).
Proof.
  intros Balance Ones k x y i. change (total tokens eps = p - q) in Balance. change (total tokens (fun _ => 1) = p + q) in Ones.
  lengths. repeat (split; [apply Rgt_not_eq; assumption|]).
  assert (Sum : total tokens (fun j => (E + 1 + (E - 1) * eps i * eps j) / 2 * (((1 + eps j) * x + (1 - eps j) * y) / 2)) =
    ((E + 1) * (x + y) / 4 + (E - 1) * eps i * (x - y) / 4) * (p + q) +
    ((E + 1) * (x - y) / 4 + (E - 1) * eps i * (x + y) / 4) * (p - q)).
  { rewrite <- Ones, <- Balance, <- !total_scale, <- total_add. apply total_ext. intro j.
    destruct (Sign j) as [-> | ->]; field. }
  rewrite Scaled, Sum, (proj2 LV), Eigen, !vscale_vscale, <- vadd_vscale, vscale_vscale. f_equal.
  destruct (Sign i) as [-> | ->]; field; repeat split; lra.
Qed.
Lemma real k : exists x y, entries (x + y = first k + second k) /\ entries (x * y = first k * second k - above k * below k) /\
  (0 < lam k ^ 2 -> x < y).
Proof.
  lengths. assert (Share : 0 < q * / plus * / r' * (p * / minus * / m')).
  { repeat apply Rmult_lt_0_compat; try lra; apply Rinv_0_lt_compat; assumption. }
  destruct (real_roots ((1 + tau * lam k * (p * E / plus)) / r') ((1 + tau * lam k * (q * E / minus)) / m')
    (tau * lam k * (q / plus) / r' * (tau * lam k * (p / minus) / m'))) as [x [y [Sum [D L]]]].
  + replace (tau * lam k * (q / plus) / r' * (tau * lam k * (p / minus) / m')) with
      (tau * tau * (lam k * lam k) * (q * / plus * / r' * (p * / minus * / m'))) by (field; repeat split; lra).
    assert (0 <= lam k * lam k) by apply Rle_0_sqr.
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos; lra | assumption] | lra].
  + exists x, y. split; [repeat (split; [apply Rgt_not_eq; assumption|]); exact Sum|].
    split; [repeat (split; [apply Rgt_not_eq; assumption|]); exact D|]. intro K. apply L.
    replace (tau * lam k * (q / plus) / r' * (tau * lam k * (p / minus) / m')) with
      (tau * tau * (lam k ^ 2) * (q * / plus * / r' * (p * / minus * / m'))) by (field; repeat split; lra).
    apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | exact K] | exact Share].
Qed.
Lemma within_first c z : inner z (v r) = 0 -> total tokens (fun j => (1 + 1 * eps j) * c j) = 0 -> forall i,
  defined (J (fun j => vscale ((1 + 1 * eps j) * c j) z) i = vscale (1 / rp) (vscale ((1 + 1 * eps i) * c i) z)).
Proof.
  intros _ Zero i. lengths. repeat (split; [apply Rgt_not_eq; assumption|]).
  assert (Sum : total tokens (fun j => (E + 1 + (E - 1) * eps i * eps j) / 2 * ((1 + 1 * eps j) * c j)) = 0).
  { transitivity ((E + 1 + (E - 1) * eps i) / 2 * total tokens (fun j => (1 + 1 * eps j) * c j)); [|rewrite Zero; ring].
    rewrite <- total_scale. apply total_ext. intro j. destruct (Sign j) as [-> | ->]; field. }
  rewrite Scaled, Sum, (proj2 LV). destruct (Sign i) as [-> | ->]; vector_sums; field; lra.
Qed.
Lemma within_second c z : inner z (v r) = 0 -> total tokens (fun j => (1 - eps j) * c j) = 0 -> forall i,
  defined (J (fun j => vscale ((1 - eps j) * c j) z) i = vscale (1 / rm) (vscale ((1 - eps i) * c i) z)).
Proof.
  intros _ Zero i. lengths. repeat (split; [apply Rgt_not_eq; assumption|]).
  assert (Sum : total tokens (fun j => (E + 1 + (E - 1) * eps i * eps j) / 2 * ((1 - eps j) * c j)) = 0).
  { transitivity ((E + 1 - (E - 1) * eps i) / 2 * total tokens (fun j => (1 - eps j) * c j)); [|rewrite Zero; ring].
    rewrite <- total_scale. apply total_ext. intro j. destruct (Sign j) as [-> | ->]; field. }
  rewrite Scaled, Sum, (proj2 LV). destruct (Sign i) as [-> | ->]; vector_sums; field; lra.
Qed.
End Blocks.
