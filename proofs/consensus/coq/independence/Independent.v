(* Independent vectors have any given products with some vector, by projections as of Gram and Schmidt. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Drawn.
Open Scope R_scope.

Lemma equality_exists Token : exists same : Token -> Token -> R, kronecker same.
Proof.
  exists (fun i j => if ClassicalDedekindReals.sig_not_dec (i = j) then 1 else 0). split.
  - intro a. destruct (ClassicalDedekindReals.sig_not_dec (a = a)) as [|N]; [reflexivity | destruct N; auto].
  - intros a b N. destruct (ClassicalDedekindReals.sig_not_dec (a = b)) as [D|];
    [destruct (D N) | reflexivity].
Qed.

(* Basis vectors by their names, and as a list. *)
Lemma named_expansion {S : inner_product_space} {Mode} (e : Mode -> S) (modes : list Mode) :
  (forall a, a = vtotal modes (fun m => vscale (inner (e m) a) (e m))) ->
  forall a, a = vtotal (map e modes) (fun b => vscale (inner b a) b).
Proof.
  intros Span a. rewrite (Span a) at 1. generalize modes as T. intro T.
  induction T as [|m T IH]; [reflexivity|]. simpl. f_equal. exact IH.
Qed.
Section Independent.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (y : Token -> S)
  (same : Token -> Token -> R).
Hypothesis Ht : enumerates tokens.
Hypothesis Same : kronecker same.
(* Coefficients of tokens of U alone. *)
Definition within (U : list Token) (a : Token -> R) := forall j, ~ In j U -> a j = 0.
Definition dependent U := exists a, within U a /\ vtotal tokens (fun j => vscale (a j) (y j)) = vzero /\ exists i, a i <> 0.
Lemma combined_orthogonal U a x : within U a -> (forall j, In j U -> inner x (y j) = 0) ->
  inner x (sum_drawn tokens a y) = 0.
Proof.
  intros Off H. rewrite inner_sum_drawn, <- (total_zero tokens). apply total_ext. intro j.
  destruct (Req_EM_T (inner x (y j)) 0) as [E|N]; [rewrite E; ring|].
  rewrite (Off j); [ring|]. intro I. apply N, H, I.
Qed.
Lemma projection U : NoDup U -> dependent U \/ (forall x, exists a, within U a /\
  forall j, In j U -> inner (vsub x (sum_drawn tokens a y)) (y j) = 0) /\
  forall t : Token -> R, exists c, forall j, In j U -> inner c (y j) = t j.
Proof.
  induction 1 as [|k U N D [[a [W Dep]]|[IH Values]]].
  2: { left. exists a. split; [intros j J; apply W; intro I; apply J; right; exact I | exact Dep]. }
  { right. split; [|intro t; exists vzero; intros j []]. intro x. exists (fun _ => 0).
    split; [intros j _; auto | intros j []]. }
  (* What tokens of U leave of token k is orthogonal to them, and not 0. *)
  destruct (IH (y k)) as [b [Offb Hb]]. set (r := vsub (y k) (sum_drawn tokens b y)) in *.
  assert (Yk : forall q, inner q (y k) = inner q r + inner q (sum_drawn tokens b y)).
  { intro q. unfold r, vsub. rewrite inner_add_r, inner_scale_r. ring. }
  destruct (inner_nonneg S r) as [Rr|Z].
  2: { left. exists (fun j => same k j - b j). symmetry in Z. apply inner_definite in Z. split; [|split].
    - intros j J. rewrite (proj2 Same k j), (Offb j); [ring | intro I; apply J; right; exact I|].
      intros <-. apply J. left. reflexivity.
    - apply inner_ext. intro q. rewrite inner_vtotal_l, inner_zero_l.
      transitivity (inner q r); [|rewrite Z; apply inner_zero_r].
      unfold r, vsub. rewrite inner_add_r, inner_scale_r, inner_sum_drawn.
      rewrite <- (kronecker_total tokens same k (fun j => inner q (y j)) Same Ht).
      rewrite <- total_scale, <- total_add. apply total_ext. intro j.
      rewrite inner_scale_l, (inner_sym _ q). ring.
    - exists k. rewrite (proj1 Same), (Offb k N). lra. }
  assert (Ry : inner r (y k) = inner r r).
  { rewrite Yk, (combined_orthogonal U b r Offb Hb). ring. }
  right. split.
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
  - intro t. destruct (Values t) as [c Hc]. exists (vadd c (vscale ((t k - inner c (y k)) / inner r r) r)).
    intros j [<-|I]; rewrite inner_add_l, inner_scale_l.
    + rewrite Ry. field. lra.
    + rewrite (Hc j I), (Hb j I). ring.
Qed.
Lemma dependent_or_with_a_covector :
  (exists a, vtotal tokens (fun j => vscale (a j) (y j)) = vzero /\ exists i, a i <> 0) \/
  exists c, forall j, inner c (y j) = 1.
Proof.
  destruct (projection tokens (proj1 (proj2 Ht))) as [[a [_ Dep]]|[_ Values]]; [left; exists a; exact Dep|].
  right. destruct (Values (fun _ => 1)) as [c H]. exists c. intro j. apply H, Ht.
Qed.
(* The indicator of some tokens. *)
Definition indicator_of (U : list Token) j := total U (fun k => same k j).
Lemma indicator_out U j : ~ In j U -> indicator_of U j = 0.
Proof.
  intro O. induction U as [|k U IH]; [reflexivity|]. unfold indicator_of in *. simpl.
  rewrite (proj2 Same k j), IH; [ring | intro I; apply O; right; exact I|]. intros ->. apply O. left. reflexivity.
Qed.
Lemma indicator_in U j : NoDup U -> In j U -> indicator_of U j = 1.
Proof.
  induction 1 as [|k U O N IH]; [intros []|]. intros [->|I]; unfold indicator_of; simpl.
  - rewrite (proj1 Same). fold (indicator_of U j). rewrite (indicator_out U j O). ring.
  - rewrite (proj2 Same k j); [fold (indicator_of U j); rewrite (IH I); ring|]. intros ->. exact (O I).
Qed.
Lemma indicator_cases U j : NoDup U -> indicator_of U j = 1 \/ ~ In j U /\ indicator_of U j = 0.
Proof.
  intro N. destruct (Req_EM_T (indicator_of U j) 1) as [E|D]; [left; exact E|]. right.
  assert (O : ~ In j U) by (intro I; apply D, indicator_in; assumption). split; [exact O | apply indicator_out, O].
Qed.
Lemma indicator_size U : total tokens (indicator_of U) = size U.
Proof.
  unfold size. induction U as [|k U IH]; [apply total_zero|]. simpl. rewrite <- IH.
  rewrite <- (kronecker_total tokens same k (fun _ => 1) Same Ht), <- total_add.
  apply total_ext. intro j. unfold indicator_of. simpl. ring.
Qed.
(* Some vector has any given products with independent ones. *)
Theorem independent_values U : NoDup U ->
  (forall a i, vtotal tokens (fun j => vscale (indicator_of U j * a j) (y j)) = vzero -> indicator_of U i * a i = 0) ->
  forall t : Token -> R, exists c, forall j, In j U -> inner c (y j) = t j.
Proof.
  intros N Free. destruct (projection U N) as [[a [W [Zero [i Ai]]]]|[_ Values]]; [exfalso | exact Values].
  assert (Same_as : forall j, indicator_of U j * a j = a j).
  { intro j. destruct (indicator_cases U j N) as [->|[O ->]]; [ring | rewrite (W j O); ring]. }
  apply Ai. rewrite <- Same_as. apply Free. rewrite <- Zero. clear - Same_as.
  induction tokens as [|j T IH]; simpl; [reflexivity|]. rewrite Same_as, IH. reflexivity.
Qed.
End Independent.
