(* Multiplicities counted: bases of the parts of a spectrum that together are one of the whole space. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families States Filling Counting.
Open Scope R_scope.
Implicit Types S : inner_product_space.

(* ------------------------------------------------------------------ 1. meaning: read this part *)
(* The inner product of two perturbations of all tokens; an orthogonal basis of those of a kind. *)
Definition across {S Token} (tokens : list Token) (f g : Token -> S) := total tokens (fun i => inner (f i) (g i)).
Definition basis_of {S Token} (tokens : list Token) (kind : (Token -> S) -> Prop) (L : list (Token -> S)) :=
  orthogonal_list (across tokens) L /\ List.Forall kind L /\ forall f, kind f -> forall i,
  f i = vtotal L (fun e => vscale (across tokens e f / across tokens e e) (e i)).
(* The perturbations that are made of things of a kind, or of one of each of two. *)
Definition made_of {S Token A} (kind : A -> Prop) (field : A -> Token -> S) (f : Token -> S) :=
  exists a, kind a /\ forall i, f i = field a i.
Definition made_of_two {S Token A B} (first : A -> Prop) (second : B -> Prop) (field : A -> B -> Token -> S)
  (f : Token -> S) := exists a b, first a /\ second b /\ forall i, f i = field a b i.
(* Each part has a basis of as many members as its multiplicity says, and all bases together are one
   of the whole space, of dimension n: every perturbation is the sum of its parts, in one way. *)
Definition decomposes {S Token} (tokens : list Token) (whole : (Token -> S) -> Prop)
  (parts : list (((Token -> S) -> Prop) * R)) (n : R) := exists bases,
  Forall2 (fun part L => basis_of tokens (fst part) L /\ size L = snd part) parts bases /\
  basis_of tokens whole (concat bases) /\ size (concat bases) = n.

(* ------------------------------------------------------------------ 2. the whole is decomposed *)
Section Decomposed.
Context {S : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis ET : enumerates tokens.
Let X := states S tokens (proj2 (proj2 ET)).
Notation kinds := ((Token -> S) -> Prop).
Lemma basis_by_expansion (kind : kinds) (L : list X) : orthogonal_list (@inner X) L -> List.Forall kind L ->
  (forall f : X, kind f -> f = expansion L f) -> basis_of tokens kind L.
Proof.
  intros O H E. split; [exact O|]. split; [exact H|]. intros f F i. transitivity (expansion L f i).
  - exact (f_equal (fun g : X => g i) (E f F)).
  - exact (vtotal_states tokens ET L _ i).
Qed.
Lemma expanded_within (L M N : list X) (f : X) : orthogonal_list (@inner X) (L ++ M ++ N) ->
  (forall e, In e L -> inner e f = 0) -> (forall e, In e N -> inner e f = 0) ->
  f = expansion (L ++ M ++ N) f -> f = expansion M f.
Proof.
  intros O ZL ZN E. apply parseval in E. rewrite !total_app in E.
  assert (Z : forall T : list X, (forall e, In e T -> inner e f = 0) -> total T (share f) = 0).
  { intros T H. rewrite <- (total_zero T). apply total_in. intros e I. unfold share. rewrite (H e I).
    unfold Rdiv. ring. }
  rewrite (Z L ZL), (Z N ZN) in E. apply (orthogonal_app (@inner X)) in O. destruct O as [_ [O _]].
  apply (orthogonal_app (@inner X)) in O. destruct O as [O _]. apply expanded; [exact O|]. lra.
Qed.
Definition apart (a b : kinds * R) := forall f g, fst a f -> fst b g -> across tokens f g = 0.
Lemma bases_found (parts : list (kinds * R)) : List.Forall (fun part => counted (across tokens) (fst part) (snd
  part)) parts ->
  ForallOrdPairs apart parts -> exists bases : list (list X),
  Forall2 (fun part L => orthogonal_list (@inner X) L /\ List.Forall (fst part) L /\ size L = snd part) parts
    bases /\
  orthogonal_list (@inner X) (concat bases) /\ size (concat bases) = total parts snd /\
  forall e, In e (concat bases) -> exists part, In part parts /\ fst part e.
Proof.
  intros C A. induction parts as [|part parts IH].
  - exists nil. split; [constructor|]. split; [split; constructor|]. split; [reflexivity|]. simpl. tauto.
  - inversion C as [|? ? [L [O [H N]]] C2]; inversion A as [|? ? A1 A2]; subst.
    destruct (IH C2 A2) as [bases [F [OB [NB MB]]]]. rewrite List.Forall_forall in A1. exists (L :: bases).
    split; [constructor; [split; [exact O | split; [exact H | exact N]] | exact F]|]. simpl. split; [|split].
    + apply orthogonal_app. split; [exact O|split;
      [exact OB|]]. intros a b I J. destruct (MB b J) as [other [K Kb]].
      rewrite List.Forall_forall in H. exact (A1 other K a b (H a I) Kb).
    + etransitivity; [apply size_app|]. apply f_equal2; [exact N | exact NB].
    + intros e I. apply in_app_or in I. destruct I as [I|I].
      * exists part. rewrite List.Forall_forall in H. auto.
      * destruct (MB e I) as [other [K Ke]]. exists other. auto.
Qed.
Lemma bases_are_of_parts (parts : list (kinds * R)) bases :
  Forall2 (fun part (L : list X) => orthogonal_list (@inner X) L /\ List.Forall (fst part) L /\ size L = snd
    part) parts bases ->
  ForallOrdPairs apart parts -> forall before, orthogonal_list (@inner X) (before ++ concat bases) ->
  (forall part f e, In part parts -> fst part f -> In e before -> inner e f = 0) ->
  (forall part f, In part parts -> fst part f -> f = expansion (before ++ concat bases) f) ->
  Forall2 (fun part L => basis_of tokens (fst part) L /\ size L = snd part) parts bases.
Proof.
  intros F. induction F as [|part L parts bases [O [H N]] F IH]; intros A before OB Z E; [constructor|].
  inversion A as [|? ? A1 A2]; subst. rewrite List.Forall_forall in A1.
  assert (M : forall e, In e (concat bases) -> exists other, In other parts /\ fst other e).
  { clear - F. induction F as [|other M parts bases [_ [H _]] F IH]; simpl; [tauto|]. intros e I.
    apply in_app_or in I. destruct I as [I|I]; [exists other; rewrite List.Forall_forall in H; auto|].
    destruct (IH e I) as [more [K Ke]]. exists more. auto. }
  simpl in OB, E. rewrite List.Forall_forall in H. constructor.
  - split; [|exact N]. apply basis_by_expansion; [exact O | apply List.Forall_forall; exact H|]. intros f Hf.
    apply (expanded_within before L (concat bases) f OB).
    + intros e I. apply (Z part f e); simpl; auto.
    + intros e I. destruct (M e I) as [other [K Ke]]. rewrite inner_sym. exact (A1 other K f e Hf Ke).
    + apply (E part f); simpl; auto.
  - rewrite app_assoc in OB. apply (IH A2 (before ++ L) OB).
    + intros other f e K Hf I. apply in_app_or in I. destruct I as [I|I]; [apply (Z other f e); simpl; auto|].
      exact (A1 other K e f (H e I) Hf).
    + intros other f K Hf. rewrite <- app_assoc. apply (E other f); simpl; auto.
Qed.
Theorem decomposed (whole : kinds) (parts : list (kinds * R)) n :
  (exists B : list X, spanned (U := X) whole B /\ size B = n) ->
  List.Forall (fun part : kinds * R => forall f, fst part f -> whole f) parts ->
  List.Forall (fun part => counted (across tokens) (fst part) (snd part)) parts ->
  ForallOrdPairs apart parts -> total parts snd = n -> decomposes tokens whole parts n.
Proof.
  intros [B [[O [H E]] N]] W C A T. destruct (bases_found parts C A) as [bases [F [OB [NB MB]]]].
  rewrite List.Forall_forall in W. assert (HB : List.Forall whole (concat bases)).
  { apply List.Forall_forall. intros e I. destruct (MB e I) as [part [K Ke]]. exact (W part K e Ke). }
  assert (Q : forall f : X, whole f -> f = expansion (concat bases) f).
  { apply (fills (U := X) whole B O E (concat bases) OB HB). etransitivity;
    [exact NB|]. rewrite T. symmetry. exact N. }
  exists bases. split; [|split; [exact (basis_by_expansion whole _ OB HB Q) | etransitivity; [exact NB | exact T]]].
  apply (bases_are_of_parts parts bases F A nil OB).
  - simpl. tauto.
  - intros part f K Hf. exact (Q f (W part K f Hf)).
Qed.
End Decomposed.

(* ------------------------------------------------------------------ 3. for goals as they are printed *)
Section Printed.
Context {S : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis ET : enumerates tokens.
Lemma across_made (f g F G : Token -> S) c : (forall i, f i = F i) -> (forall i, g i = G i) ->
  total tokens (fun i => inner (F i) (G i)) = c -> across tokens f g = c.
Proof. intros E E' <-. apply total_ext. intro i. rewrite E, E'. reflexivity. Qed.
Lemma counted_made {A} (p : A -> A -> R) (k : A -> Prop) (F : A -> Token -> S) s n : counted p k n ->
  (forall a b, k a -> k b -> total tokens (fun i => inner (F a i) (F b i)) = s * (1 * p a b)) -> 0 < s ->
  counted (across tokens) (made_of k F) n.
Proof.
  intros C H P. apply (counted_image p _ k _ F s n C P).
  - intros a b Ka Kb. rewrite <- (Rmult_1_l (p a b)). apply H; assumption.
  - intros a Ka. exists a. auto.
Qed.
Lemma counted_made_two {A B} (p : A -> A -> R) (q : B -> B -> R) (k : A -> Prop) (k' : B -> Prop)
  (F : A -> B -> Token -> S) s n m : counted p k n -> counted q k' m ->
  (forall a b c d, k a -> k' b -> k c -> k' d ->
    total tokens (fun i => inner (F a b i) (F c d i)) = s * (1 * p a c * q b d)) -> 0 < s ->
  counted (across tokens) (made_of_two k k' F) (n * m).
Proof.
  intros C C' H P.
  apply (counted_image _ (across tokens) _ (made_of_two k k' F) (fun a => F (fst a) (snd a)) s _ (counted_pairs
    p q k k' n m C C') P).
  - intros [a b] [c d] [Ka Kb] [Kc Kd]. simpl in *. rewrite <- (Rmult_1_l (p a c)). apply H; assumption.
  - intros [a b] [Ka Kb]. exists a, b. auto.
Qed.
Lemma counted_as {A} (p : A -> A -> R) k n m : counted p k n -> m = n -> counted p k m.
Proof. intros C ->. exact C. Qed.
Lemma whole_of {U : inner_product_space} (whole : U -> Prop) n m :
  (exists B, spanned whole B /\ size B = m) -> n = m -> exists B, spanned whole B /\ size B = n.
Proof. intros H ->. exact H. Qed.
(* Zero sums over the tokens of one sign. *)
Context (eps : Token -> R) (k : R).
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis P : 0 < k.
Lemma signs_one i : eps i = 1 \/ eps i = -1.
Proof.
  assert (E : (eps i - 1) * (eps i + 1) = 0) by (replace ((eps i - 1) * (eps i + 1)) with (eps i ^ 2 - 1) by
    ring; rewrite Signs; ring).
  apply Rmult_integral in E. destruct E; [left|right]; lra.
Qed.
Lemma counted_positive_sums : total tokens (fun i => (1 + 1 * eps i) / 2) = k ->
  counted (fun a b : Token -> R => total tokens (fun i => (1 + 1 * eps i) / 2 * a i * b i))
    (fun c => total tokens (fun i => eps i * c i) = -1 * total tokens (fun i => c i)) (k - 1).
Proof.
  intro K. apply (counted_zero_sums_within tokens ET (fun i => (1 + 1 * eps i) / 2) k); auto.
  - intro i. destruct (signs_one i) as [->| ->]; [right|left]; field.
  - intros c H. rewrite (total_ext tokens _ (fun i => / 2 * (c i + eps i * c i))) in H by (intro; field).
    rewrite total_scale, total_add in H. assert (G : forall x y, / 2 * (x + y) = 0 -> y = -1 * x) by (intros;
      lra). exact (G _ _ H).
Qed.
Lemma counted_negative_sums : total tokens (fun i => (1 - eps i) / 2) = k ->
  counted (fun a b : Token -> R => total tokens (fun i => (1 - eps i) / 2 * a i * b i))
    (fun c => total tokens (fun i => eps i * c i) = 1 * total tokens (fun i => c i)) (k - 1).
Proof.
  intro K. apply (counted_zero_sums_within tokens ET (fun i => (1 - eps i) / 2) k); auto.
  - intro i. destruct (signs_one i) as [->| ->]; [left|right]; field.
  - intros c H. rewrite (total_ext tokens _ (fun i => / 2 * (c i + (-1) * (eps i * c i)))) in H by (intro; field).
    rewrite total_scale, total_add, total_scale in H.
    assert (G : forall x y, / 2 * (x + -1 * y) = 0 -> y = 1 * x) by (intros; lra). exact (G _ _ H).
Qed.
End Printed.
(* `known` is a tactic for what the other goals of the step say. *)
Ltac opened H :=
  lazymatch type of H with
  | made_of _ _ _ => destruct H as [? [H ?]]
  | made_of_two _ _ _ _ => let K := fresh in destruct H as [? [? [K [H ?]]]]; opened K
  | _ \/ _ => destruct H as [H|H]; opened H
  | _ /\ _ => let K := fresh in destruct H as [H K]; opened H; opened K
  | _ => cbv beta in H; lazymatch type of H with _ /\ _ => opened H | _ => idtac end
  end.
Ltac each :=
  lazymatch goal with
  | |- List.Forall _ nil => apply Forall_nil
  | |- List.Forall _ (_ :: _) => apply Forall_cons; [cbn [fst snd] | each]
  | |- ForallOrdPairs _ nil => apply FOP_nil
  | |- ForallOrdPairs _ (_ :: _) => apply FOP_cons; [each | each]
  | _ => idtac
  end.
Ltac counted_space known :=
  first [ apply counted_line
        | eapply counted_indices_but; [eassumption | eassumption | first [eassumption | reflexivity]]
        | eapply counted_indices; [eassumption | eassumption | first [eassumption | reflexivity]]
        | eapply counted_zero_sums; eassumption
        | eapply counted_positive_sums; [ | | | known tt]; [eassumption | eassumption | known tt]
        | eapply counted_negative_sums; [ | | | known tt]; [eassumption | eassumption | known tt]
        | eapply counted_numbers; eassumption
        | eapply counted_orthogonal; [eassumption | known tt]
        | eapply counted_vectors; eassumption
        | eapply counted_families; eassumption
        | eapply counted_tangents; [eassumption | eassumption | intro; known tt] ].
Ltac across_parts known := (* two members are orthogonal, or their product is that of what they are made of *)
  intros; repeat match goal with H : made_of _ _ _ |- _ => opened H | H : made_of_two _ _ _ _ |- _ => opened H
                               | H : _ \/ _ |- _ => opened H end;
  lazymatch goal with |- across _ ?f ?g = _ =>
    match goal with E : forall i, f i = _, E' : forall i, g i = _ |- _ => apply (across_made _ f g _ _ _ E E') end
  end; cbv beta; known tt.
Ltac counted_part known :=
  lazymatch goal with
  | |- counted _ (fun f => _ \/ _) _ => eapply counted_either;
    [across_parts known | counted_part known | counted_part known]
  | |- counted _ (fun f => made_of ?k ?F f) ?n => change (counted (across _) (made_of k F) n); counted_part known
  | |- counted _ (fun f => made_of_two ?k ?l ?F f) ?n => change (counted (across _) (made_of_two k l F) n);
    counted_part known
  | |- counted _ (made_of _ _) _ => eapply counted_made; [counted_space known | products known | known tt]
  | |- counted _ (made_of_two _ _ _) _ => eapply counted_made_two;
    [counted_space known | counted_space known | products known | known tt]
  end
with products known :=
  intros; cbv beta in *;
  repeat match goal with H : _ /\ _ |- _ => destruct H end; cbv beta; known tt.
Ltac decompose known :=
  lazymatch goal with ET : enumerates ?T |- decomposes ?T _ _ _ => apply (decomposed T ET) end;
  [ eapply whole_of; [first [ eapply all_spanned; eassumption
                            | eapply tangents_spanned; [eassumption | intro; known tt] ] | known tt]
  | each; first [ intros; exact Logic.I
                | let f := fresh in let H := fresh in intros f H; opened H; let i := fresh in intro i;
                  match goal with E : forall i, f i = _ |- _ => rewrite E end; cbv beta; known tt ]
  | each; (eapply counted_as; [counted_part known | known tt])
  | each; unfold apart; cbn [fst snd]; across_parts known
  | cbn [total fst snd]; known tt ].
