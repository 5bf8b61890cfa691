(* A-R4.3+: independent tokens lie in one open hemisphere, by projections as of Gram and Schmidt. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Drawn.
From Claimed Require Import A_R4_3_plus.
Open Scope R_scope.

Lemma equality_exists Token : exists same : Token -> Token -> R, kronecker same.
Proof.
  exists (fun i j => if ClassicalDedekindReals.sig_not_dec (i = j) then 1 else 0). split.
  - intro a. destruct (ClassicalDedekindReals.sig_not_dec (a = a)) as [|N]; [reflexivity | destruct N; auto].
  - intros a b N. destruct (ClassicalDedekindReals.sig_not_dec (a = b)) as [D|];
    [destruct (D N) | reflexivity].
Qed.

Section Independent.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (y : Token -> S)
  (same : Token -> Token -> R).
Hypothesis Ht : enumerates tokens.
Hypothesis Same : kronecker same.
Hypothesis Free : forall a, vtotal tokens (fun j => vscale (a j) (y j)) = vzero -> forall i, a i = 0.
(* Coefficients of tokens of U alone. *)
Definition within (U : list Token) (a : Token -> R) := forall j, ~ In j U -> a j = 0.
Lemma combined_orthogonal U a x : within U a -> (forall j, In j U -> inner x (y j) = 0) ->
  inner x (sum_drawn tokens a y) = 0.
Proof.
  intros Off H. rewrite inner_sum_drawn, <- (total_zero tokens). apply total_ext. intro j.
  destruct (Req_EM_T (inner x (y j)) 0) as [E|N]; [rewrite E; ring|].
  rewrite (Off j); [ring|]. intro I. apply N, H, I.
Qed.
Lemma projection U : NoDup U -> (forall x, exists a, within U a /\
  forall j, In j U -> inner (vsub x (sum_drawn tokens a y)) (y j) = 0) /\
  exists c, forall j, In j U -> inner c (y j) = 1.
Proof.
  induction 1 as [|k U N D [IH [c Hc]]].
  { split; [|exists vzero; intros j []]. intro x. exists (fun _ => 0).
    split; [intros j _; auto | intros j []]. }
  (* What tokens of U leave of token k is orthogonal to them, and not 0. *)
  destruct (IH (y k)) as [b [Offb Hb]]. set (r := vsub (y k) (sum_drawn tokens b y)) in *.
  assert (Yk : forall q, inner q (y k) = inner q r + inner q (sum_drawn tokens b y)).
  { intro q. unfold r, vsub. rewrite inner_add_r, inner_scale_r. ring. }
  assert (Rr : 0 < inner r r).
  { destruct (inner_nonneg S r) as [P|Z]; [exact P|exfalso]. symmetry in Z. apply inner_definite in Z.
    assert (E : same k k - b k = 0).
    { apply (Free (fun j => same k j - b j)). apply inner_ext. intro q. rewrite inner_vtotal_l, inner_zero_l.
      transitivity (inner q r); [|rewrite Z; apply inner_zero_r].
      unfold r, vsub. rewrite inner_add_r, inner_scale_r, inner_sum_drawn.
      rewrite <- (kronecker_total tokens same k (fun j => inner q (y j)) Same Ht).
      rewrite <- total_scale, <- total_add. apply total_ext. intro j.
      rewrite inner_scale_l, (inner_sym _ q). ring. }
    rewrite (proj1 Same), (Offb k N) in E. lra. }
  assert (Ry : inner r (y k) = inner r r).
  { rewrite Yk, (combined_orthogonal U b r Offb Hb). ring. }
  split.
  - intro x. destruct (IH x) as [a [Offa Ha]]. set (s := inner x r / inner r r).
    exists (fun j => a j + s * (same k j - b j)).
    assert (Sum : forall q, inner (vsub x (sum_drawn tokens (fun j => a j + s * (same k j - b j)) y)) q
      = inner (vsub x (sum_drawn tokens a y)) q - s * inner r q).
    { intro q. unfold r, vsub. rewrite !inner_add_l, !inner_scale_l, !(inner_sym _ (sum_drawn _ _ _)).
      rewrite !inner_sum_drawn, (inner_sym _ (y k)).
      rewrite <- (kronecker_total tokens same k (fun j => inner q (y j)) Same Ht).
      replace (total tokens (fun j => (a j + s * (same k j - b j)) * inner q (y j))) with
        (total tokens (fun j => a j * inner q (y j)) + s * (total tokens (fun j => same k j * inner q (y j))
        + -1 * total tokens (fun j => b j * inner q (y j)))); [ring|].
      rewrite <- !total_scale, <- total_add, <- total_scale, <- total_add. apply total_ext. intro. ring. }
    split.
    + intros j M. assert (K : k <> j) by (intro Q; apply M; left; exact Q).
      assert (V : ~ In j U) by (intro Q; apply M; right; exact Q).
      rewrite (Offa j V), (Offb j V), (proj2 Same k j K). ring.
    + intros j [<-|I]; rewrite Sum; [|rewrite (Ha j I), (Hb j I); ring].
      rewrite Ry, Yk, (combined_orthogonal U b _ Offb Ha). unfold vsub. rewrite inner_add_l, inner_scale_l.
      rewrite (inner_sym _ (sum_drawn tokens a y)), (combined_orthogonal U a r Offa Hb). unfold s. field. lra.
  - exists (vadd c (vscale ((1 - inner c (y k)) / inner r r) r)).
    intros j [<-|I]; rewrite inner_add_l, inner_scale_l.
    + rewrite Ry. field. lra.
    + rewrite (Hc j I), (Hb j I). ring.
Qed.
End Independent.

Theorem proof : A_R4_3_plus.
Proof.
  intros Space Token tokens _ Ht. split.
  - intros y Free. destruct (equality_exists Token) as [same Same].
    destruct (projection tokens y same Ht Same Free tokens (proj1 (proj2 Ht))) as [_ [c H]].
    exists c. intro i. rewrite (H i (proj2 (proj2 Ht) i)). lra.
  - intros p Up q Uq. split.
    + intros [c [Hp Hq]] E. rewrite E, inner_scale_r in Hp. lra.
    + intros N. exists (vadd p q). rewrite !inner_add_l, Up, Uq, (inner_sym _ q p).
      assert (Z := inner_nonneg Space (vadd p q)).
      rewrite inner_add_l, !inner_add_r, Up, Uq, (inner_sym _ q p) in Z.
      destruct (Req_EM_T (1 + inner p q) 0) as [E|P]; [exfalso | lra]. apply N.
      assert (V : vadd p q = vzero).
      { apply inner_definite. rewrite inner_add_l, !inner_add_r, Up, Uq, (inner_sym _ q p). lra. }
      apply inner_ext. intro z. assert (W : inner (vadd p q) z = 0) by (rewrite V; apply inner_zero_l).
      rewrite inner_add_l in W. rewrite inner_scale_l. lra.
Qed.
